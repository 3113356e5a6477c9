import { parseArgs } from 'node:util';
import { ownerOfCall, recordCommand } from './audit.ts';
import { auditCommands } from './audit-commands.ts';
import { type AdminDeps, type Command, type Given, UsageError } from './command.ts';
import { dictationCommands } from './dictation-commands.ts';
import { endpointCommands } from './endpoint-commands.ts';
import { feedbackCommands } from './feedback-commands.ts';
import { organizationCommands } from './organization-commands.ts';
import { formatJson, formatText } from './output.ts';
import { requestCommands } from './request-commands.ts';
import { secretCommands } from './secret-commands.ts';
import { inTypedNames } from './typed-names.ts';
import { userCommands } from './user-commands.ts';

export const commands: readonly Command[] = [
  ...organizationCommands,
  ...userCommands,
  ...endpointCommands,
  ...dictationCommands,
  ...requestCommands,
  ...feedbackCommands,
  ...auditCommands,
  ...secretCommands,
];

/** A valid command line: help to print, or a command whose `run` returns the output. */
export type AdminCall = { readonly help: string } | { readonly help: undefined; run(deps: AdminDeps): Promise<string> };

/**
 * Parses the command line before anything is connected.
 * @throws {UsageError} when it is invalid
 */
export function readCall(args: readonly string[]): AdminCall {
  const { words, rest } = splitCommand(args);
  const [noun = '', verb = ''] = words;
  const command = commands.find(({ name }) => name === `${noun} ${verb}`);
  if (args.length === 0 || noun === 'help' || args.includes('--help') || args.includes('-h')) {
    return { help: command ? `${command.summary}\n\n  ${usageOf(command)}` : help() };
  }
  if (!command)
    throw new UsageError(`Cannot run '${`${noun} ${verb}`.trim()}' as there is no such command\n\n${help()}`);
  const { given, json } = readArguments(command, rest);
  return {
    help: undefined,
    run: async (deps) => {
      const owner = await ownerOfCall(deps, command, given);
      const result = await command.run(deps, given).catch((error: unknown) => {
        throw inTypedNames(command, error);
      });
      await recordCommand(deps, command, result, owner);
      return json ? formatJson(result) : formatText(result);
    },
  };
}

/** The options of every command. They may also precede the command. */
const COMMON: readonly string[] = ['--json', '--help', '-h'];

/** The command's two words, and the arguments before and after them. */
function splitCommand(args: readonly string[]): { words: readonly string[]; rest: readonly string[] } {
  const places = args.flatMap((arg, place) => (COMMON.includes(arg) ? [] : [place])).slice(0, 2);
  return {
    words: places.map((place) => args[place] ?? ''),
    rest: args.filter((_, place) => !places.includes(place)),
  };
}

function readArguments(command: Command, args: readonly string[]): { given: Given; json: boolean } {
  const { values, positionals } = parse(command, args);
  if (positionals.length !== command.arguments.length) {
    const wanted = command.arguments.map((name) => `<${name}>`).join(' ') || 'no arguments';
    throw wrong(command, `it takes ${wanted}: ${positionals.length} given`);
  }
  const option = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const given: Given = {
    argument: (name) => positionals[command.arguments.indexOf(name)] ?? '',
    option,
    options: (name) => (typeof values[name] === 'object' ? values[name].map(String) : undefined),
    flag: (name) => values[name] === true,
    count: (name) => countOf(name, option(name)),
  };
  return { given, json: values['json'] === true };
}

/** The result of Node's parser for options that are only known at run time. */
interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

function parse(command: Command, args: readonly string[]): Parsed {
  try {
    const options = { ...command.options, json: { type: 'boolean' as const } };
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrong(command, error instanceof Error ? error.message : 'its arguments are wrong');
  }
}

function wrong(command: Command, reason: string): UsageError {
  return new UsageError(`Cannot run '${command.name}' as ${reason}\n\n  ${usageOf(command)}`);
}

function countOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`Cannot read --${name}: it must be a whole number: current value is '${text}'`);
  }
  return Number(text);
}

function usageOf({ name, arguments: names, usage }: Command): string {
  return ['bun run admin', name, ...names.map((argument) => `<${argument}>`), usage, '[--json]']
    .filter((part) => part !== undefined)
    .join(' ');
}

function help(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage: bun run admin <command> [arguments] [--json]',
    '',
    ...lines,
    '',
    'Add --help to see what a command takes.',
  ].join('\n');
}

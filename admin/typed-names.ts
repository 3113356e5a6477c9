import { type Command, UsageError } from './command.ts';

/** Options whose name is not that of the setting. */
const OPTIONS: Readonly<Record<string, string>> = { allowedOrigins: 'origin', expiresAt: 'expires' };

/** How a store says that a setting is wrong. */
const REFUSAL = /^(Cannot [a-z ]+ as )'([A-Za-z]+)'/;

/**
 * What a store says of a setting, with the option or argument that the operator typed in the setting's place.
 * @returns any other error as it is
 */
export function inTypedNames(command: Pick<Command, 'options' | 'arguments'>, error: unknown): unknown {
  if (!(error instanceof RangeError || error instanceof TypeError)) return error;
  const [refusal, beginning, setting = ''] = REFUSAL.exec(error.message) ?? [];
  const typed = typedName(command, setting);
  if (refusal === undefined || typed === undefined) return error;
  return new UsageError(`${beginning}${typed}${error.message.slice(refusal.length)}`, { cause: error });
}

function typedName(command: Pick<Command, 'options' | 'arguments'>, setting: string): string | undefined {
  const name = OPTIONS[setting] ?? setting.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  if (Object.hasOwn(command.options, name)) return `--${name}`;
  return command.arguments.includes(name) ? `<${name}>` : undefined;
}

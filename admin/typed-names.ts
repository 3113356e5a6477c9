import { type Command, UsageError } from './command.ts';

/** Options whose names differ from those of the settings. */
const OPTIONS: Readonly<Record<string, string>> = { allowedOrigins: 'origin', expiresAt: 'expires' };

/** The format in which a store rejects a setting. */
const REFUSAL = /^(Cannot [a-z ]+ as )'([A-Za-z]+)'/;

/**
 * Replaces the setting in a store's error by the option or argument that the operator typed.
 * @returns any other error unchanged
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

import type { ReadStream, WriteStream } from 'node:tty';

/** The environment of a run of the command. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
  /** Aborts when the user wants the command to end. */
  readonly signal: AbortSignal;
  /** Calls the listener at the next Ctrl-C, which then does not end the command. @returns what removes the listener */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** Writes a result: one line of JSON with `--json`, text otherwise. */
export function print({ stdout }: Pick<Io, 'stdout'>, json: boolean, value: unknown, text: string): void {
  stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

/** Writes a message to standard error, so that it does not enter pipes. */
export function say({ stderr }: Pick<Io, 'stderr'>, text: string): void {
  stderr.write(`${text}\n`);
}

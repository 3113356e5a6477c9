import type { ReadStream, WriteStream } from 'node:tty';

/** What a run of the command has around it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
  /** Aborts when the user wants the command to end. */
  readonly signal: AbortSignal;
}

/** Writes a result: one line of JSON with `--json`, text otherwise. */
export function print({ stdout }: Pick<Io, 'stdout'>, json: boolean, value: unknown, text: string): void {
  stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

/** Writes what is for people alone, where it stays out of pipes. */
export function say({ stderr }: Pick<Io, 'stderr'>, text: string): void {
  stderr.write(`${text}\n`);
}

import { spawn } from 'node:child_process';
import type { Env } from './executables.ts';

/** How {@link runTool} runs a command. */
export interface RunToolOptions {
  readonly env: Env;
  /** The command is ended after this time. */
  readonly timeoutMs: number;
  /** The folder that it runs in. @default this process's */
  readonly cwd?: string;
  /** Ends the command when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** How a command ended. */
export interface ToolResult {
  readonly ok: boolean;
  /** The end of what it wrote to both streams, at most 4,000 characters. */
  readonly output: string;
}

const MAX_OUTPUT = 4_000;
/** A package manager that is killed with SIGKILL leaves its database locked. */
const GRACE_MS = 5_000;

/** Runs a command without input and waits for its end. Never throws: for a missing command, the result is not ok. */
export function runTool(command: string, args: readonly string[], options: RunToolOptions): Promise<ToolResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...options.env },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    let force: ReturnType<typeof setTimeout> | undefined;
    const kill = () => {
      child.kill('SIGTERM');
      force ??= setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    };
    const deadline = setTimeout(kill, options.timeoutMs);
    const end = (ok: boolean) => {
      clearTimeout(deadline);
      clearTimeout(force);
      options.signal?.removeEventListener('abort', kill);
      resolve({ ok, output: output.trim() });
    };
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
    };
    if (options.signal?.aborted) kill();
    options.signal?.addEventListener('abort', kill, { once: true });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** The last non-empty line, which usually explains why a command failed. */
export function lastLine(output: string): string {
  return (
    output
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? 'no output'
  );
}

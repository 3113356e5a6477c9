import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.ts';
import { processesWith, type RunningProcess } from '../support/processes.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const npmStart = ['npm', 'start'] as const;
export const launcher = ['node', 'development/launcher.mjs', 'development/main.ts'] as const;
/** The longest time that a start takes on a busy machine, in ms. */
export const startMs = 60_000;

/** A start of the whole stack, as a user starts it. */
export interface Start {
  readonly child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Its exit code when it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts of the stack that share one state folder, which nothing else uses. */
export interface StackStarts {
  /** SOTTO_HOME. */
  readonly home: string;
  start(command: readonly [string, ...string[]], env?: Record<string, string>): Start;
  /** All running processes of all starts. */
  processes(): RunningProcess[];
  nothingRuns(): Promise<unknown>;
  /** Kills the processes that a failed test left running. */
  kill(): void;
  remove(): Promise<void>;
}

export async function createStackStarts(): Promise<StackStarts> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sotto-stack-')));
  const home = join(folder, 'home');
  const processes = () => processesWith(folder);
  return {
    home,
    processes,
    start: (command, env = {}) => start(command, { SOTTO_HOME: home, ...env }),
    nothingRuns: () => eventually('no process is left', () => processes().length === 0),
    kill: () => {
      for (const { pid } of processes()) process.kill(pid, 'SIGKILL');
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function start([command, ...args]: readonly [string, ...string[]], env: Record<string, string>): Start {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_'));
  const ports = { PORT: '0', EMBEDDED_REDIS_PORT: '0', EMBEDDED_TEMPORAL_PORT: '0', EMBEDDED_TEMPORAL_UI_PORT: '0' };
  const child = spawn(command, args, {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', (code) => resolve(code))),
  };
}

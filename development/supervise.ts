import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { identify } from '../platform/process-identity.ts';
import type { Env } from './executables.ts';
import type { NamedProcess } from './instance.ts';
import { logEnd, logPath, openLog } from './part-log.ts';
import { StackError } from './stack-error.ts';
import { killGroup } from './stop-process.ts';

/** A part of the stack that runs as its own process. */
export interface Part {
  /** Also the name of its log file. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Env;
  readonly logs: string;
  /** How long it may take to complete its work after a stop. */
  readonly graceMs: number;
  /** The number of starts if it ends before it serves. @default 1 */
  readonly starts?: number;
  /** Whether its process serves. Polled after the start; a rejection counts as no. */
  isReady(signal: AbortSignal, pid: number): Promise<boolean>;
}

/** A running part, which is restarted whenever it ends unexpectedly. */
export interface SupervisedPart {
  readonly name: string;
  /** Stops it permanently: SIGTERM, and SIGKILL after its grace period. */
  stop(): Promise<void>;
  /** Kills it immediately. */
  kill(): void;
}

/** Receives the events of {@link startPart}. */
export interface SupervisionListener {
  /** Another process runs the part now; undefined while it waits for a restart, or has ended permanently. */
  onProcess(part: Part, now: NamedProcess | undefined): void;
  /** It ended unexpectedly and restarts after `delayMs`. */
  onRestart(part: Part, how: string, delayMs: number): void;
}

/** Time limits of {@link startPart}, which tests shorten. */
export interface SupervisionTimes {
  /** The maximum wait for the first readiness. */
  readonly startMs: number;
  /** The wait before the first restart. It doubles with each further restart … */
  readonly firstDelayMs: number;
  /** … up to this, and is reset once a process has run this long. */
  readonly maxDelayMs: number;
}

const DEFAULT_TIMES: SupervisionTimes = { startMs: 90_000, firstDelayMs: 500, maxDelayMs: 30_000 };
const POLL_MS = 50;
/** A server that has just started to listen may accept a probe and never answer it. Then the probe is repeated. */
const PROBE_MS = 3_000;

/**
 * Starts a part and waits until it serves.
 * @throws {StackError} when it ends earlier, or takes too long; with the last lines of its log
 */
export async function startPart(
  part: Part,
  listener: SupervisionListener,
  signal: AbortSignal,
  times: SupervisionTimes = DEFAULT_TIMES,
): Promise<SupervisedPart> {
  for (let left = part.starts ?? 1; ; left -= 1) {
    const supervised = superviseProcess(part, listener, times);
    try {
      await untilReady(part, supervised, signal, times.startMs);
      supervised.keepRunning();
      return supervised;
    } catch (error) {
      const ended = supervised.current() === undefined;
      await supervised.stop();
      if (!ended || left <= 1 || signal.aborted) throw error;
    }
  }
}

interface Supervised extends SupervisedPart {
  current(): NamedProcess | undefined;
  /** From now on, the part is restarted when it ends. */
  keepRunning(): void;
}

function superviseProcess(part: Part, listener: SupervisionListener, times: SupervisionTimes): Supervised {
  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  let now: NamedProcess | undefined;
  let restarts = 0;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let keep = false;
  let stopping = false;

  const run = () => {
    const startedAt = performance.now();
    const started = spawnPart(part);
    child = started;
    const who = started.pid === undefined ? undefined : identify(started.pid);
    now = who && { name: part.name, ...who };
    exited = new Promise((resolve) => {
      const end = (how: string) => {
        if (started.pid !== undefined) killGroup(started.pid);
        now = undefined;
        if (performance.now() - startedAt > times.maxDelayMs) restarts = 0;
        if (keep && !stopping) restartLater(how);
        listener.onProcess(part, undefined);
        resolve();
      };
      started.once('error', (error) => end(error.message));
      started.once('exit', (code, name) => end(name ? `by ${name}` : `with code ${code}`));
    });
    listener.onProcess(part, now);
  };
  const restartLater = (how: string) => {
    const delayMs = Math.min(times.firstDelayMs * 2 ** restarts, times.maxDelayMs);
    restarts += 1;
    restartTimer = setTimeout(run, delayMs);
    listener.onRestart(part, how, delayMs);
  };
  run();
  return {
    name: part.name,
    current: () => now,
    keepRunning: () => {
      keep = true;
      if (!now) restartLater('early');
    },
    kill: () => now && killGroup(now.pid),
    stop: async () => {
      stopping = true;
      clearTimeout(restartTimer);
      if (!now) return;
      child?.kill('SIGTERM');
      const force = setTimeout(() => now && killGroup(now.pid), part.graceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

/** Runs in its own process group, so that a Ctrl-C for the supervisor does not end it out of order. */
function spawnPart({ name, command, args, env, logs }: Part): ChildProcess {
  const log = openLog(logs, name);
  try {
    return spawn(command, args, { env: { ...env }, stdio: ['ignore', log, log], detached: true });
  } finally {
    closeSync(log);
  }
}

async function untilReady(part: Part, { current }: Supervised, signal: AbortSignal, startMs: number): Promise<void> {
  const { name, logs } = part;
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const now = current();
    if (!now) throw new StackError(`Cannot start ${name}: see ${logPath(logs, name)}${await logEnd(logs, name)}`);
    const probe = AbortSignal.any([signal, AbortSignal.timeout(Math.min(PROBE_MS, startMs))]);
    if (await part.isReady(probe, now.pid).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new StackError(
    `Cannot start ${name} as it did not serve within ${startMs / 1000} s: see ${logPath(logs, name)}${await logEnd(logs, name)}`,
  );
}

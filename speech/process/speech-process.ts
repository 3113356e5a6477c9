import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { SpeechError } from '../types.ts';
import { readFrames } from './frames.ts';
import { launchCommand } from './launch.ts';
import { watchMemory } from './memory.ts';
import type { FromProcess, ProcessSettings } from './messages.ts';
import { type Call, type Calls, createCalls, type OnMessage, type OwnFirstMessage } from './pipe.ts';

/** Thrown if the process ended during the call. */
export class ProcessDiedError extends Error {
  override readonly name = 'ProcessDiedError';
  /** True if it was killed because it used too much memory. */
  readonly tookTooMuchMemory: boolean;

  constructor(tookTooMuchMemory = false) {
    super();
    this.tookTooMuchMemory = tookTooMuchMemory;
  }
}

/** A speech process that is restarted whenever it ends. */
export interface SpeechProcess {
  /** The number of its calls. */
  readonly load: number;
  /**
   * Resolves once the models are loaded.
   * @throws {SpeechError} `engine_unavailable` if processes die repeatedly
   */
  ready(): Promise<void>;
  /**
   * Opens a call on the running process. Shortly after a death, it waits for the next process. The call's result
   * rejects with {@link ProcessDiedError} if the process ends.
   * @throws {SpeechError} `engine_unavailable` if processes die repeatedly
   */
  open(first: OwnFirstMessage, onMessage: OnMessage): Promise<Call>;
  close(): Promise<void>;
}

/** If a process dies sooner, the next start is delayed. */
const HEALTHY_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 15_000;
/** Callers wait for a start within this time. Otherwise they are rejected. */
const WORTH_WAITING_MS = 500;
const CLOSE_GRACE_MS = 2_000;
/** The time between two checks that a process is not stuck. A busy one shows a sign of life each second. */
const CHECK_EVERY_MS = 5_000;

/** Starts a process and restarts it almost immediately after a death, with doubling delays if processes die early. */
export function keepProcess(settings: ProcessSettings, log: Log, checkEveryMs = CHECK_EVERY_MS): SpeechProcess {
  const closing = new AbortController();
  let current = startChild(settings, log, checkEveryMs);
  let opening = 0;
  let pauseMs = 0;
  let restart: Promise<void> | undefined;
  restartAfterEnd(performance.now());

  async function restartAfterEnd(startedMs: number): Promise<void> {
    await current.ended;
    if (closing.signal.aborted) return;
    const young = performance.now() - startedMs < HEALTHY_MS;
    pauseMs = young ? Math.min(pauseMs * 2 || FIRST_PAUSE_MS, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
    log.warn({ pauseMs }, 'Speech process ended; starting another');
    restart = startAfter(pauseMs);
    // close() ends the delay, and no process is started.
    restart.catch(() => undefined);
  }

  async function startAfter(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: closing.signal, ref: false });
    current = startChild(settings, log, checkEveryMs);
    restart = undefined;
    restartAfterEnd(performance.now());
  }

  async function living(): Promise<Child> {
    if (restart !== undefined && pauseMs > WORTH_WAITING_MS) {
      throw new SpeechError('engine_unavailable', Math.ceil(pauseMs / 1000));
    }
    await restart?.catch(() => undefined);
    if (closing.signal.aborted) throw new SpeechError('engine_unavailable');
    return current;
  }

  async function ready(): Promise<void> {
    for (;;) {
      const child = await living();
      const warm = await child.ready.then(
        () => true,
        () => false,
      );
      if (warm) return;
    }
  }

  async function open(first: OwnFirstMessage, onMessage: OnMessage): Promise<Call> {
    opening += 1;
    try {
      const child = await living();
      if (child.hasEnded()) throw new ProcessDiedError();
      return child.calls.open(first, onMessage);
    } finally {
      opening -= 1;
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await current.close();
  }

  return {
    get load() {
      return current.calls.count + opening;
    },
    ready,
    open,
    close,
  };
}

/** A process, until it ends. */
interface Child {
  readonly calls: Calls;
  /** Rejects if the process ends before its models are loaded. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, one turn of the event loop before its calls fail. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  close(): Promise<void>;
}

/**
 * Starts the child process. It decodes and infers, so that a crash of native code does not affect the caller. Content
 * passes through its pipes only. It ends with its parent, because its input ends then.
 */
function startChild(settings: ProcessSettings, log: Log, checkEveryMs: number): Child {
  const { command, args, options } = launchCommand(settings);
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  const { pid } = child;
  log.debug({ pid }, 'Speech process started');
  const input = child.stdin as Writable;
  const kill = (reason: string) => {
    log.warn({ pid, reason }, 'Killing speech process');
    child.kill('SIGKILL');
  };
  const calls = createCalls(input, () => kill('a cancelled call did not end'));
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let hasEnded = false;
  let tookTooMuchMemory = false;
  const ended = ending(child).then((how) => log.debug({ pid, ...how }, 'Speech process ended'));
  // One turn later, so that the next start is planned before callers retry.
  ended.then(() =>
    setImmediate(() => {
      hasEnded = true;
      ready.reject(new ProcessDiedError());
      calls.failAll(new ProcessDiedError(tookTooMuchMemory));
    }),
  );
  input.on('error', () => child.kill('SIGKILL'));
  const watchdog = createWatchdog(
    () => calls.count > 0,
    () => kill('silent'),
    checkEveryMs,
  );
  ended.then(watchdog.stop);
  const stopMemoryWatch = watchMemory(
    pid,
    () => calls.count > 0,
    () => {
      tookTooMuchMemory = true;
      kill('it takes too much memory');
    },
  );
  ended.then(stopMemoryWatch);
  readMessages().catch(() => child.kill('SIGKILL'));

  async function readMessages(): Promise<void> {
    for await (const { message, payload } of readFrames<FromProcess>(child.stdout as Readable)) {
      if (message.type === 'unloadable') log.error({ pid, reason: message.reason }, 'Cannot load the speech model');
      if (message.type === 'ready') {
        watchdog.start();
        ready.resolve();
      }
      watchdog.reset();
      calls.receive(message, payload);
    }
  }

  async function close(): Promise<void> {
    input.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_GRACE_MS);
    await ended;
    clearTimeout(timer);
  }

  return { calls, ready: ready.promise, ended, hasEnded: () => hasEnded, close };
}

/** A process with calls is stuck, most likely in a decoder, if it is silent at more than this many checks in a row. */
const MAX_SILENT_CHECKS = 2;

/** Calls `onHang` once when a busy process is silent for two to three checks. Loading does not count. */
function createWatchdog(isBusy: () => boolean, onHang: () => void, checkEveryMs: number) {
  let silentChecks = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => clearInterval(timer);

  function check(): void {
    silentChecks = isBusy() ? silentChecks + 1 : 0;
    if (silentChecks <= MAX_SILENT_CHECKS) return;
    stop();
    onHang();
  }

  return {
    start: () => {
      timer ??= setInterval(check, checkEveryMs);
      timer.unref();
    },
    reset: () => {
      silentChecks = 0;
    },
    stop,
  };
}

/** Resolves when the process has ended, or could not be started. */
async function ending(child: ChildProcess): Promise<{ exitCode?: number | null; signal?: string | null }> {
  try {
    const [exitCode, signal] = await once(child, 'exit');
    return { exitCode, signal };
  } catch {
    return {};
  }
}

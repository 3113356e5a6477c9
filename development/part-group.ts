import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Home } from './home.ts';
import type { Instance, NamedProcess } from './instance.ts';
import type { Progress } from './progress.ts';
import { killGroup } from './stop-process.ts';
import {
  type Part,
  type SupervisedPart,
  type SupervisionListener,
  type SupervisionTimes,
  startPart,
} from './supervise.ts';

/** The parts that one supervisor runs. */
export interface PartGroup {
  /** Starts a part after those started before it. Resolves once it serves. */
  start(part: Part, times?: SupervisionTimes): Promise<SupervisedPart>;
  /** Stops all parts in reverse order and releases the home. Idempotent. */
  stop(): Promise<void>;
  /** Kills all parts immediately, while {@link PartGroup.stop} waits for them. */
  kill(): void;
}

interface Slot {
  readonly starting: Promise<SupervisedPart>;
  process?: NamedProcess | undefined;
}

/**
 * Groups the parts on a home and records their processes, so that the next start can stop them after a crash.
 * @param options.isTemporary the home is deleted when this process is killed
 */
export function createPartGroup(
  home: Home,
  instance: Instance,
  progress: Progress,
  signal: AbortSignal,
  { isTemporary = false } = {},
): PartGroup {
  const slots: Slot[] = [];
  const leaving = new AbortController();
  const guard = startGuard(isTemporary ? [home.folder, 'temporary'] : [home.folder], leaving.signal);
  let stopped: Promise<void> | undefined;

  function start(part: Part, times?: SupervisionTimes): Promise<SupervisedPart> {
    const listener: SupervisionListener = {
      onProcess: (_part, now) => {
        slot.process = now;
        instance.record(slots.flatMap((one) => one.process ?? [])).catch((error: Error) => {
          progress.say(`Cannot note which processes run: ${error.message}`);
        });
      },
      onRestart: ({ name }, how, delayMs) =>
        progress.say(`${name} ended ${how}: it starts again in ${delayMs / 1000} s`),
    };
    const { promise, resolve } = Promise.withResolvers<SupervisedPart>();
    const slot: Slot = { starting: promise };
    slots.push(slot);
    resolve(startPart(part, listener, AbortSignal.any([signal, leaving.signal]), times));
    return promise;
  }

  async function stopAll(): Promise<void> {
    leaving.abort(new Error('The stack stops'));
    await Promise.allSettled(slots.map(({ starting }) => starting));
    for (const { starting } of slots.toReversed()) {
      const part = await starting.catch(() => undefined); // a part that could not start has stopped itself
      await part?.stop();
    }
    await instance.release();
    guard.end();
  }

  return {
    start,
    stop: () => {
      stopped ??= stopAll();
      return stopped;
    },
    kill: () => {
      for (const { process: running } of slots) if (running) killGroup(running.pid);
    },
  };
}

/** Keeps a guard running. It outlives this process and stops the parts when this process is killed. */
function startGuard(args: readonly string[], leaving: AbortSignal): { end(): void } {
  const entry = fileURLToPath(new URL('./guard.ts', import.meta.url));
  const run = () => {
    const guard = spawn(process.execPath, [entry, ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    guard.stdin.on('error', () => {}); // it has ended, which is handled below
    guard.once('exit', () => {
      if (!leaving.aborted) current = run();
    });
    return guard;
  };
  let current = run();
  return { end: () => current.stdin.end() };
}

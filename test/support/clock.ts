import type { Clock } from '../../platform/clock.ts';

/** A synchronous clock that mirrors the time of a server. Reading the server's time needs a request. */
export interface MirroredClock {
  readonly now: Clock;
  /** Reads the server's time. */
  refresh(): Promise<void>;
}

export function mirrorClock(readMs: () => number | Promise<number>): MirroredClock {
  let ms = 0;
  return {
    now: () => ms,
    refresh: async () => {
      ms = await readMs();
    },
  };
}

type Method = (...args: never[]) => unknown;

/** The same object. Its methods refresh the clock before they read it. */
export function refreshingFirst<T extends object>(target: T, clock: Pick<MirroredClock, 'refresh'>): T {
  const wrapped = Object.entries(target).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    const method = async (...args: never[]) => {
      await clock.refresh();
      return (member as Method)(...args);
    };
    return [name, method];
  });
  return Object.fromEntries(wrapped) as T;
}

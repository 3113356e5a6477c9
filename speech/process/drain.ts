import type { Writable } from 'node:stream';

/** Thrown if the other end of the pipe is closed. */
export class PipeClosedError extends Error {
  override readonly name = 'PipeClosedError';
}

/** The waiting writers of each full pipe. A pipe has one set of listeners, however many write. */
const draining = new WeakMap<Writable, Promise<void>>();

/**
 * Resolves when a full pipe accepts more.
 * @throws {PipeClosedError}
 */
export function drained(pipe: Writable): Promise<void> {
  const waiting = draining.get(pipe) ?? nextDrain(pipe).finally(() => draining.delete(pipe));
  draining.set(pipe, waiting);
  return waiting;
}

function nextDrain(pipe: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      pipe.off('drain', done);
      pipe.off('close', gone);
      pipe.off('error', gone);
      if (error === undefined) resolve();
      else reject(error);
    };
    const done = () => settle();
    const gone = () => settle(new PipeClosedError());
    pipe.on('drain', done);
    pipe.on('close', gone);
    pipe.on('error', gone);
  });
}

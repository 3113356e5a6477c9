import { Worker } from 'node:worker_threads';
import type { TaskAnswer, TaskMessage } from './entry.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

/** A thread for texts that would block the event loop. */
export interface TextThread {
  /**
   * Runs a task after the previous ones.
   * @throws the signal's reason once it is aborted; {Error} without content if the task or the thread fails
   */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, signal: AbortSignal): Promise<TaskResult<Name>>;
}

interface Job {
  readonly message: TaskMessage;
  readonly done: (answer: TaskAnswer) => void;
}

/** How long an aborted task may continue before its thread is ended. */
const ABANDONED_GRACE_MS = 2_000;

/**
 * Builds the thread. It starts with the first task and does not keep the process alive. Tasks run one at a time,
 * because the other cores of the machine are for speech.
 */
export function createTextThread(): TextThread {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let running: Job | undefined;

  const settle = (answer: TaskAnswer) => {
    running?.done(answer);
    running = undefined;
    next();
  };
  const drop = (failed: string) => {
    worker = undefined;
    settle({ failed });
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./entry.ts', import.meta.url));
    const ifCurrent = (act: () => void) => () => {
      if (worker === started) act();
    };
    started.on('message', (answer: TaskAnswer) => ifCurrent(() => settle(answer))());
    started.on('error', (error: Error) => ifCurrent(() => drop(error.name))());
    started.on(
      'exit',
      ifCurrent(() => drop('exit')),
    );
    return started;
  };
  const next = () => {
    if (running !== undefined) return;
    running = waiting.shift();
    if (running === undefined) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(running.message);
  };
  const endIfStuck = (job: Job) => {
    const ended = worker;
    setTimeout(() => {
      if (running !== job || worker !== ended) return;
      void ended?.terminate();
      drop('stuck');
    }, ABANDONED_GRACE_MS).unref();
  };

  return {
    run(name, input, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<TaskResult<typeof name>>();
      const done = (answer: TaskAnswer) => {
        signal.removeEventListener('abort', abandon);
        if ('result' in answer) resolve(answer.result as TaskResult<typeof name>);
        else reject(new Error(`A text task failed: ${name}, ${answer.failed}`));
      };
      const job: Job = { message: { name, input }, done };
      const abandon = () => {
        reject(signal.reason);
        const at = waiting.indexOf(job);
        if (at >= 0) waiting.splice(at, 1);
        else if (running === job) endIfStuck(job);
      };
      if (signal.aborted) return Promise.reject(signal.reason);
      signal.addEventListener('abort', abandon, { once: true });
      waiting.push(job);
      next();
      return promise;
    },
  };
}

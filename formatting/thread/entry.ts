import { parentPort } from 'node:worker_threads';
import { runTask, type TaskInput, type TaskName } from './tasks.ts';

/** A task for the thread; one at a time. */
export interface TaskMessage {
  readonly name: TaskName;
  readonly input: TaskInput<TaskName>;
}

/** What came of a task: its result, or the kind of its error, whose message could hold content. */
export type TaskAnswer = { readonly result: unknown } | { readonly failed: string };

parentPort?.on('message', ({ name, input }: TaskMessage) => {
  parentPort?.postMessage(answer(name, input));
});

function answer(name: TaskName, input: TaskInput<TaskName>): TaskAnswer {
  try {
    return { result: runTask(name, input) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}

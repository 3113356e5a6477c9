import { parentPort } from 'node:worker_threads';
import type { TaskInput, TaskName } from './tasks.ts';

/** A task for the thread, which runs one at a time. */
export interface TaskMessage {
  readonly name: TaskName;
  readonly input: TaskInput<TaskName>;
}

/** The outcome of a task: its result, or the name of its error. The error message could contain content. */
export type TaskAnswer = { readonly result: unknown } | { readonly failed: string };

parentPort?.on('message', async ({ name, input }: TaskMessage) => {
  parentPort?.postMessage(await answer(name, input));
});

async function answer(name: TaskName, input: TaskInput<TaskName>): Promise<TaskAnswer> {
  try {
    // Deno loses a message that arrives before the listener, so the entry must not import slow modules at its start.
    const { runTask } = await import('./tasks.ts');
    return { result: await runTask(name, input) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}

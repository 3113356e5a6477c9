import { runTask, type TaskInput, type TaskName, type TaskResult } from './tasks.ts';
import { createTextThread } from './thread.ts';

/** Runs work on texts where it holds nobody up: small work at once, large work on a thread. */
export type Offload = <Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  signal: AbortSignal,
) => Promise<TaskResult<Name>>;

/** Characters of all texts together that are worked on at once, within a few milliseconds. */
export const MAX_INLINE_LENGTH = 8_000;

/** Builds the offload with a thread of its own, which starts when the first large text comes. */
export function createOffload(): Offload {
  const thread = createTextThread();
  return async (name, input, signal) => {
    if (lengthOf(input) <= MAX_INLINE_LENGTH) return runTask(name, input);
    return thread.run(name, input, signal);
  };
}

/** The length of every text in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + lengthOf(inner), 0);
}

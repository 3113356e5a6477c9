import { runTask, type TaskInput, type TaskName, type TaskResult } from './tasks.ts';
import { createTextThread } from './thread.ts';

/** Runs a task where it does not block the event loop: a small one directly, a large one on a thread. */
export type Offload = <Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  signal: AbortSignal,
) => Promise<TaskResult<Name>>;

/** The maximum number of characters of a task that runs directly, in a few milliseconds. */
export const MAX_INLINE_LENGTH = 4_000;

/** Builds the offload with its own thread, which starts with the first large task. */
export function createOffload(): Offload {
  const thread = createTextThread();
  return async (name, input, signal) => {
    if (lengthOf(input) <= MAX_INLINE_LENGTH) return runTask(name, input);
    return thread.run(name, input, signal);
  };
}

/** The total length of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + lengthOf(inner), 0);
}

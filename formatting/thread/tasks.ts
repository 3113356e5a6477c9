import { finishText, formatByRules, formatDraft } from '../pipeline.ts';

/**
 * Tasks whose time grows with the size of the text: pure functions of one plain object. Those that only a language model
 * or a note needs are loaded when they are used, because their grammar of English takes long to load.
 */
const TASKS = {
  formatByRules: async () => formatByRules,
  formatDraft: async () => formatDraft,
  finishText: async () => finishText,
  findRefusal: async () => (await import('../rewrite/check.ts')).findRefusal,
  extractDescription: async () => (await import('../describe/extract.ts')).extractDescription,
  describeByAnswer: async () => (await import('../describe/answer.ts')).describeByAnswer,
};

type Task<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;
export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<Task<Name>>[0];
export type TaskResult<Name extends TaskName> = ReturnType<Task<Name>>;

/** Runs a task by its name. */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): Promise<Awaited<TaskResult<Name>>> {
  const task = (await TASKS[name]()) as (input: TaskInput<Name>) => Awaited<TaskResult<Name>>;
  return task(input);
}

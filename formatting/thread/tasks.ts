import { describeByAnswer } from '../describe/answer.ts';
import { extractDescription } from '../describe/extract.ts';
import { finishText, formatByRules, formatDraft } from '../pipeline.ts';
import { findRefusal } from '../rewrite/check.ts';

/** Tasks whose time grows with the size of the text: pure functions of one plain object. */
export const TASKS = { formatByRules, formatDraft, finishText, findRefusal, extractDescription, describeByAnswer };

export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskResult<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]>;

/** Runs a task by its name. */
export function runTask<Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskResult<Name> {
  const task = TASKS[name] as (input: TaskInput<Name>) => TaskResult<Name>;
  return task(input);
}

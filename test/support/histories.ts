import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { Worker } from '@temporalio/worker';

const FOLDER = fileURLToPath(new URL('../histories/', import.meta.url));

/** A workflow's events as a file keeps them. */
export type History = Exclude<Parameters<typeof Worker.runReplayHistory>[1], undefined>;

/** A committed history, named `<workflow>-<outcome>`. */
export interface CommittedHistory {
  readonly name: string;
  readonly history: History;
}

/** All committed histories. */
export async function committedHistories(): Promise<CommittedHistory[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.json$/, ''),
      history: JSON.parse(await readFile(`${FOLDER}${file}`, 'utf8')) as History,
    })),
  );
}

/** Writes a workflow's history to `test/histories/<name>.json`, for the replay tests of every later version. */
export async function commitHistory(client: Client, name: string, workflowId: string): Promise<void> {
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  await mkdir(FOLDER, { recursive: true });
  const text = JSON.stringify(JSON.parse(historyToJSON(history)), withoutMachine, 2);
  await writeFile(`${FOLDER}${name}.json`, `${text}\n`);
}

/**
 * The paths and the name of the recording machine (also in names such as `1234@host-…`) have no meaning
 * for a replay.
 */
function withoutMachine(key: string, value: unknown): unknown {
  if (key === 'stackTrace') return '';
  if (typeof value === 'string' && /^[\w-]+@[\w.-]+$/.test(value)) return 'test';
  return key === 'identity' || key === 'workerInstanceKey' || key === 'binaryChecksum' ? 'test' : value;
}

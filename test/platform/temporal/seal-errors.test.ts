import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure } from '@temporalio/activity';
import { Client } from '@temporalio/client';
import { bundleWorkflowCode } from '@temporalio/worker';
import { createWorker, type RunningWorker } from '../../../platform/temporal/worker.ts';
import { openTemporal, type TestTemporal } from '../../support/temporal.ts';
import type { failing } from '../../support/workflows/index.ts';

const TASK_QUEUE = 'seal-errors';
const CONTENT = 'words that somebody dictated';

let temporal: TestTemporal;
let worker: RunningWorker;
let failure: () => unknown = () => undefined;

beforeAll(async () => {
  temporal = await openTemporal();
  const { connection, namespace } = temporal;
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../support/workflows/index.ts', import.meta.url)),
    logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
  const fail = async () => {
    throw failure();
  };
  worker = await createWorker({ connection, namespace, taskQueue: TASK_QUEUE, workflowBundle, activities: { fail } });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await temporal.stop();
});

/** Runs a workflow with one step that throws. Returns its whole history as text, and the step's failure. */
async function fail(thrown: () => unknown, how: 'local' | 'server') {
  failure = thrown;
  const client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
  const options = { workflowId: crypto.randomUUID(), taskQueue: TASK_QUEUE, args: [how] as ['local' | 'server'] };
  const handle = await client.workflow.start<typeof failing>('failing', options);
  const error = await handle.result().catch((cause) => cause);
  // The failure of a local step is itself the cause of the workflow's failure.
  const { cause } = error;
  const history = JSON.stringify(await handle.fetchHistory(), (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value,
  );
  return { history, failure: cause instanceof ApplicationFailure ? cause : cause.cause };
}

test.each(['local', 'server'] as const)(
  'createWorker() lets no %s step tell Temporal what an error says',
  async (how) => {
    const { history, failure: told } = await fail(() => {
      const error = new RangeError(`Cannot format '${CONTENT}'`, { cause: new Error(CONTENT) });
      return Object.assign(error, { code: 'ERR_TEXT' });
    }, how);
    expect(history).not.toContain(CONTENT);
    expect(told).toMatchObject({ type: 'RangeError', message: 'Unexpected error (RangeError, code ERR_TEXT)' });
    // The location of the error, for the engineer who fixes it.
    expect(history).toContain('seal-errors.test.ts');
  },
);

test('createWorker() reports an unavailable store as such', async () => {
  const { failure: told } = await fail(() => new Error('Command timed out'), 'server');
  expect(told.message).toBe('The store is unavailable (Error)');
});

test('createWorker() passes on failures that were created for Temporal', async () => {
  const { failure: told } = await fail(() => ApplicationFailure.nonRetryable('audio_empty', 'NoteFailure'), 'server');
  expect(told).toMatchObject({ type: 'NoteFailure', message: 'audio_empty', nonRetryable: true });
});

test('createWorker() withholds thrown values that are not errors', async () => {
  const { history, failure: told } = await fail(() => CONTENT, 'local');
  expect(history).not.toContain(CONTENT);
  expect(told.message).toBe('Unexpected error (string)');
});

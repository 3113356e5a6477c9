import { beforeAll, expect, test } from 'bun:test';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { TRACE_HEADER } from '../../contracts/tracing.ts';
import { traceWorkflows } from '../../platform/temporal/trace.ts';
import * as workflows from '../../workflows/index.ts';
import { workflowBundle } from '../support/bundle.ts';
import { type CommittedHistory, committedHistories, type History } from '../support/histories.ts';
import { installQuietRuntime } from '../support/temporal.ts';

const histories: readonly CommittedHistory[] = await committedHistories();
let bundle: WorkflowBundle;

beforeAll(async () => {
  installQuietRuntime();
  bundle = await workflowBundle();
}, 60_000);

const sinks = traceWorkflows(undefined);

/** Replays histories on one worker. @returns the error of each that fails, by its name */
async function failures(all: readonly CommittedHistory[]): Promise<Map<string, string>> {
  const named = all.map(({ name, history }) => ({ workflowId: name, history }));
  const failed = new Map<string, string>();
  let replayed = 0;
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: bundle, sinks }, named)) {
    replayed += 1;
    if (error) failed.set(workflowId, String(error));
  }
  expect(replayed).toBe(all.length);
  return failed;
}

test('every committed history still replays', async () => {
  expect(await failures(histories)).toEqual(new Map());
}, 60_000);

test('every committed history replays when its workflow was started within a trace', async () => {
  const traced = histories.map(({ name, history }) => ({ name, history: withTrace(history) }));
  expect(await failures(traced)).toEqual(new Map());
}, 60_000);

/** The history with the header that a client with tracing sends. */
function withTrace(history: History): History {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const payload = {
    metadata: { encoding: base64('json/plain') },
    data: base64(JSON.stringify(`00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`)),
  };
  const traced = structuredClone(history) as { events: { workflowExecutionStartedEventAttributes?: object }[] };
  const [started] = traced.events;
  Object.assign(started?.workflowExecutionStartedEventAttributes ?? {}, {
    header: { fields: { [TRACE_HEADER]: payload } },
  });
  return traced as History;
}

test('every workflow has a committed history', () => {
  const recorded = new Set(histories.map(({ history }) => startedType(history)));
  expect(Object.keys(workflows).filter((name) => !recorded.has(name))).toEqual([]);
});

test('a replay fails when a workflow takes its steps in another order', async () => {
  const smart = histories.find(({ name }) => name === 'dictation-smart');
  if (!smart) throw new Error('The history dictation-smart is missing');
  const { events } = smart.history as { events: { markerRecordedEventAttributes?: unknown }[] };
  const markers = events.filter(({ markerRecordedEventAttributes }) => markerRecordedEventAttributes);
  const [first, second] = [events.indexOf(markers[0] ?? {}), events.indexOf(markers[1] ?? {})];
  const reordered = structuredClone(smart.history) as typeof smart.history & { events: typeof events };
  [reordered.events[first], reordered.events[second]] = [
    { ...reordered.events[first], markerRecordedEventAttributes: events[second]?.markerRecordedEventAttributes },
    { ...reordered.events[second], markerRecordedEventAttributes: events[first]?.markerRecordedEventAttributes },
  ];
  const replay = Worker.runReplayHistory({ workflowBundle: bundle, sinks }, reordered);
  await expect(replay).rejects.toBeInstanceOf(DeterminismViolationError);
  expect([...(await failures([smart, { name: 'reordered', history: reordered }])).keys()]).toEqual(['reordered']);
}, 30_000);

function startedType(history: History): string | undefined {
  const { events } = history as {
    events: { workflowExecutionStartedEventAttributes?: { workflowType?: { name?: string } } }[];
  };
  return events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name;
}

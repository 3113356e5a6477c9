import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { Client } from '@temporalio/client';
import { createSender, type Sender } from '../../webhooks/egress/sender.ts';
import { startTestApi, type TestApi } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openTemporal, type TestTemporal } from '../support/temporal.ts';
import { atEachCommand, type Break, type BreakingRedis, startBreakingRedis } from './support/breaking-redis.ts';
import { checkStore } from './support/check-store.ts';
import { type Outside, STEPS } from './support/steps.ts';

/*
 * Every workflow step that writes, interrupted at each of its Redis commands: either the command never reached Redis, or
 * it was executed and its reply was lost. Temporal retries the step, with the same outcome as without the interruption.
 */

let temporal: TestTemporal;
let api: TestApi;
let receiver: Receiver;
let sender: Sender;
let way: BreakingRedis;
let outside: Outside;
beforeAll(async () => {
  [temporal, receiver] = await Promise.all([openTemporal(), startReceiver()]);
  const client = new Client({ connection: temporal.connection, namespace: temporal.namespace });
  api = await startTestApi({ client, webhookNetworks: '127.0.0.0/8' });
  way = await startBreakingRedis(api.redis);
  const { guard, reEnableTokens } = api.webhooks;
  sender = createSender({ guard });
  const mailer = { send: () => Promise.reject(new Error('No step here sends mail')) };
  outside = { client, receiver, sender, mailer, reEnableTokens, recordings: api.recordings };
}, 60_000);
afterEach(() => api.redis.redis.flushall());
afterAll(async () => {
  sender.close();
  await way.stop();
  await api.stop();
  await Promise.all([receiver.stop(), temporal.stop()]);
});

/** The outcome of a step without interruption. */
async function wholeOutcome(name: string): Promise<unknown> {
  const { run, look } = await make(name);
  await run(api.redis.redis);
  return look();
}

function make(name: string) {
  const step = STEPS[name]?.(api.redis.redis, outside);
  if (!step) throw new Error(`${name} is no step`);
  return step;
}

/** @returns whether the step had that many commands */
async function breakOff(name: string, nth: number, when: Break, wanted: unknown): Promise<boolean> {
  const { run, look } = await make(name);
  way.breakAt(nth, when);
  const failed = await run(way.connection).then(
    () => false,
    () => true,
  );
  const broke = await way.heal();
  if (failed) await run(way.connection);
  const at = `broken off ${when} command ${nth}`;
  expect([at, await look()]).toEqual([at, wanted]);
  expect([at, await checkStore(api.redis.redis)]).toEqual([at, []]);
  expect(failed && !broke).toBe(false);
  return broke;
}

describe.each(Object.keys(STEPS))('%s', (name) => {
  test.each(['before', 'after'] as const)(
    'broken off %s each of its commands ends as if it had not been',
    async (when) => {
      const wanted = await wholeOutcome(name);
      await atEachCommand((nth) => breakOff(name, nth, when, wanted));
    },
  );
});

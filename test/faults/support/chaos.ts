import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { createTokenStore } from '../../../accounts/tokens.ts';
import { createWebhookEndpointStore } from '../../../webhooks/store/endpoints.ts';
import { type Fields, sampleAudio } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import * as checks from './chaos-checks.ts';
import { type Customer, createCustomer } from './customer.ts';
import { createEditor, type Editor } from './editor.ts';
import { createFailingEndpoint, type FailingEndpoint } from './failing-endpoint.ts';
import { type FlakyReceiver, startFlakyReceiver } from './flaky-receiver.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { createRandom, type Random } from './random.ts';
import { createSignIns, type SignIns } from './sign-ins.ts';
import type { RunningStack } from './stack.ts';

/** The processes to kill. */
export type FindVictims = () => Promise<readonly (number | undefined)[]>;

/** A stack whose processes are killed under load. */
export interface Chaos {
  readonly start: (env: Record<string, string>) => Promise<RunningStack>;
  /** The maximum duration of the start. */
  readonly startMs: number;
  /** The processes to kill, by name, once the stack has started, including the mail server. */
  readonly victims: () => Readonly<Record<string, FindVictims>>;
  /** Killed once more at the end, because a restart of their parent would hide that they are not restarted. */
  readonly last: readonly string[];
  readonly rounds: number;
}

/** A different seed gives a different order and different times: `CHAOS_SEED=5 bun run test:faults`. */
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
const MAIL = 'mail';
const SETTLE_MS = 180_000;

const random = createRandom(SEED);
let chaos: Chaos;
let stack: RunningStack;
let customer: Customer;
let editor: Editor;
let signIns: SignIns;
let receiver: FlakyReceiver;
let broken: Receiver;
let failing: FailingEndpoint;
let mail: MailServer;
let aftermath: checks.Aftermath;

/** Defines the test: users use every feature while each process is killed. */
export function defineChaos(given: Chaos): void {
  chaos = given;
  beforeAll(startAll, given.startMs);
  afterAll(stopAll, 60_000);
  const { rounds } = given;
  const name = `every part killed ${rounds} times at random moments loses no note, no event and no mail (seed ${SEED})`;
  test(name, killAndCheck, 600_000);
}

async function startAll(): Promise<void> {
  [mail, receiver, broken] = await Promise.all([startMailServer(), startFlakyReceiver(), startReceiver()]);
  broken.answerWith(500);
  stack = await chaos.start({
    MAIL_URL: mail.url,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    SPEECH_THREADS: '1',
    // The remains of an interrupted upload are removed soon after.
    NOTE_UPLOAD_TIMEOUT: '15s',
  });
  customer = createCustomer(stack);
  editor = createEditor(customer, random);
  signIns = createSignIns(customer, stack.url);
  const userId = (await createTokenStore(stack.redis).verify(stack.personalToken))?.userId ?? '';
  const endpoint = (await customer.call('POST', '/v1/app/webhook-endpoints', { url: receiver.url })).body;
  failing = await createFailingEndpoint({ customer, redis: stack.redis, userId }, broken.url);
  const original = new Uint8Array(await readFile(new URL('../../speech/fixtures/yes.flac', import.meta.url)));
  aftermath = { stack, customer, editor, receiver, userId, endpoint, original, settleMs: SETTLE_MS };
}

async function stopAll(): Promise<void> {
  await Promise.all([stack?.stop(), receiver.stop(), broken.stop(), mail.stop()]);
}

/** SIGKILL, which the kernel sends when memory is short. */
async function kill(victim: string, victims: ReturnType<Chaos['victims']>): Promise<void> {
  if (victim === MAIL) {
    mail.kill(3_000 + random.int(4_000));
    return;
  }
  for (const pid of (await victims[victim]?.()) ?? []) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // it is being restarted
    }
  }
}

function schedule(names: readonly string[], from: Random): { victim: string; afterMs: number }[] {
  const victims = Array.from({ length: chaos.rounds }, () => names).flat();
  const order = victims.map((victim) => ({ victim, at: from.int(1_000_000) })).sort((a, b) => a.at - b.at);
  const last = from.chance(0.5) ? chaos.last : chaos.last.toReversed();
  return [...order.map(({ victim }) => victim), ...last].map((victim) => ({
    victim,
    afterMs: 2_000 + from.int(5_000),
  }));
}

/** All actions of users, until `until` aborts. */
async function useAll(dictations: readonly Fields[], until: AbortSignal): Promise<void> {
  const { original: audio, endpoint } = aftermath;
  await Promise.all([
    customer.uploadNotes(audio, { everyMs: 2_000, until }),
    customer.uploadNotes(audio, { everyMs: 2_500, until, overMs: 2_000 }),
    customer.dictateAll(dictations, { everyMs: 1_000, until }),
    customer.sendTests(endpoint.endpoint_id, { everyMs: 2_500, until }),
    editor.edit({ everyMs: 700, until }),
    signIns.ask({ everyMs: 1_500, until }),
  ]);
}

async function killAndCheck(): Promise<void> {
  const over = new AbortController();
  const speech = await sampleAudio();
  const dictations = [
    { source: 'format', raw_text: 'hello comma you' },
    { source: 'smart', audio: speech },
    { source: 'transcription', audio: speech, store: 'true' },
  ];
  const load = useAll(dictations, over.signal);
  const victims = chaos.victims();
  const kills = schedule([...Object.keys(victims), MAIL], random);
  for (const [index, { victim, afterMs }] of kills.entries()) {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await kill(victim, victims);
    if (index === Math.floor(kills.length / 3)) void failing.age(25);
    if (index === Math.floor((kills.length * 2) / 3)) void failing.age(73);
  }
  over.abort();
  await load;
  const works = async () => (await customer.call('GET', '/v1/app/me')).status === 200;
  await eventually('every part is back without a hand', works, { timeoutMs: 90_000, intervalMs: 250 });
  await checks.expectDictations(aftermath, dictations);

  expect(customer.wrong).toEqual([]);
  // Some of each kind succeeded. How many depends more on the machine than on Sotto.
  expect(customer.notes.length).toBeGreaterThan(3);
  expect(customer.dictations.get('200')).toBeGreaterThan(0);
  await checks.expectNotes(aftermath);
  await checks.expectEvents(aftermath);
  await checks.expectAgreement(aftermath);
  await checks.expectTrueLog(aftermath);
  await checks.expectNoEventLost(aftermath, failing.endpointId);
  checks.expectSentOnce(aftermath);
  const known = await createWebhookEndpointStore(stack.redis).get(aftermath.userId, aftermath.endpoint.endpoint_id);
  expect([known?.status, known?.failingSince]).toEqual(['enabled', null]);
  await signIns.expectMailed(mail, { timeoutMs: SETTLE_MS });
  await failing.expectMailed(mail, { timeoutMs: SETTLE_MS });
}

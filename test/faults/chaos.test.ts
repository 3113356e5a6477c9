import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { createTokenStore } from '../../accounts/tokens.ts';
import { createWebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
import { depth } from '../support/depth.ts';
import { type Fields, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import * as checks from './support/chaos-checks.ts';
import { type Customer, createCustomer } from './support/customer.ts';
import { createEditor, type Editor } from './support/editor.ts';
import { createFailingEndpoint, type FailingEndpoint } from './support/failing-endpoint.ts';
import { type FlakyReceiver, startFlakyReceiver } from './support/flaky-receiver.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { createRandom, type Random } from './support/random.ts';
import { createSignIns, type SignIns } from './support/sign-ins.ts';
import { type PartName, startTestStack, type TestStack } from './support/stack.ts';

/** Another seed is another order and other moments: `CHAOS_SEED=5 bun run test:faults`. */
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? depth(1, 2));
const VICTIMS = ['API', 'Worker', 'Redis', 'Temporal', 'API engine', 'Worker engine', 'mail'] as const;
type Victim = (typeof VICTIMS)[number];
/** Killed once more in the end: a start of the process that they belong to would hide that they do not come back. */
const ENGINES = ['API engine', 'Worker engine'] as const;
const SETTLE_MS = 180_000;

const random = createRandom(SEED);
let stack: TestStack;
let customer: Customer;
let editor: Editor;
let signIns: SignIns;
let receiver: FlakyReceiver;
let broken: Receiver;
let failing: FailingEndpoint;
let mail: MailServer;
let aftermath: checks.Aftermath;

beforeAll(async () => {
  [mail, receiver, broken] = await Promise.all([startMailServer(), startFlakyReceiver(), startReceiver()]);
  broken.answerWith(500);
  stack = await startTestStack({
    MAIL_URL: mail.url,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    SPEECH_THREADS: '1',
    // What an upload leaves that is killed goes soon after.
    NOTE_UPLOAD_TIMEOUT: '15s',
  });
  customer = createCustomer(stack);
  editor = createEditor(customer, random);
  signIns = createSignIns(customer, stack.url);
  const userId = (await createTokenStore(stack.redis).verify(stack.personalToken))?.userId ?? '';
  const endpoint = (await customer.call('POST', '/v1/app/webhook-endpoints', { url: receiver.url })).body;
  failing = await createFailingEndpoint({ customer, redis: stack.redis, userId }, broken.url);
  const original = new Uint8Array(await readFile(new URL('../speech/fixtures/yes.flac', import.meta.url)));
  aftermath = { stack, customer, editor, receiver, userId, endpoint, original, settleMs: SETTLE_MS };
}, 180_000);
afterAll(async () => {
  await Promise.all([stack?.stop(), receiver.stop(), broken.stop(), mail.stop()]);
}, 60_000);

/** SIGKILL, as the kernel does it when memory is short. */
function kill(victim: Victim): void {
  if (victim === 'mail') {
    mail.kill(3_000 + random.int(4_000));
    return;
  }
  const [part, engine] = victim.split(' ') as [PartName, string?];
  const pids = engine ? stack.engines(part as 'API' | 'Worker') : [stack.pid(part)];
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // it is being started again
    }
  }
}

function schedule(from: Random): { victim: Victim; afterMs: number }[] {
  const victims = Array.from({ length: ROUNDS }, () => VICTIMS).flat();
  const order = victims.map((victim) => ({ victim, at: from.int(1_000_000) })).sort((a, b) => a.at - b.at);
  const last = from.chance(0.5) ? ENGINES : ENGINES.toReversed();
  return [...order.map(({ victim }) => victim), ...last].map((victim) => ({
    victim,
    afterMs: 2_000 + from.int(5_000),
  }));
}

/** Everything that users do, until `until` aborts. */
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

test(`every part killed ${ROUNDS} times at random moments loses no note, no event and no mail (seed ${SEED})`, async () => {
  const over = new AbortController();
  const speech = await sampleAudio();
  const dictations = [
    { source: 'format', raw_text: 'hello comma you' },
    { source: 'smart', audio: speech },
    { source: 'transcription', audio: speech, store: 'true' },
  ];
  const load = useAll(dictations, over.signal);
  const kills = schedule(random);
  for (const [index, { victim, afterMs }] of kills.entries()) {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    kill(victim);
    if (index === Math.floor(kills.length / 3)) void failing.age(25);
    if (index === Math.floor((kills.length * 2) / 3)) void failing.age(73);
  }
  over.abort();
  await load;
  const works = async () => (await customer.call('GET', '/v1/app/me')).status === 200;
  await eventually('every part is back without a hand', works, { timeoutMs: 90_000, intervalMs: 250 });
  await checks.expectDictations(aftermath, dictations);

  expect(customer.wrong).toEqual([]);
  // Some of everything got through; how much says more of the machine than of Sotto.
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
}, 480_000);

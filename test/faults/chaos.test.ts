import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { checkIndex } from '../../store/check-index.ts';
import { createTokenStore } from '../../store/tokens.ts';
import { createWebhookEndpointStore } from '../../store/webhook-endpoints.ts';
import { sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { type Customer, createCustomer } from './support/customer.ts';
import { createRandom, type Random } from './support/random.ts';
import { type PartName, startTestStack, type TestStack } from './support/stack.ts';

/** Another seed is another order and other moments: `CHAOS_SEED=5 bun run test:faults`. */
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 2);
const VICTIMS = ['API', 'Worker', 'Redis', 'Temporal', 'API engine', 'Worker engine', 'mail'] as const;
type Victim = (typeof VICTIMS)[number];
/** Longer than every time-out that a note can run into when its worker, engine or Temporal dies. */
const SETTLE_MS = 180_000;

let stack: TestStack;
let customer: Customer;
let receiver: Receiver;
let smtp: TestSmtp;
let userId: string;
let endpoint: { endpoint_id: string; secret: string };

beforeAll(async () => {
  smtp = await startSmtp(await freePort());
  receiver = await startReceiver();
  stack = await startTestStack({
    MAIL_URL: smtp.url,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    SPEECH_THREADS: '1',
  });
  customer = createCustomer(stack);
  userId = (await createTokenStore(stack.redis).verify(stack.personalToken))?.userId ?? '';
  endpoint = (await customer.call('POST', '/v1/app/webhook-endpoints', { url: receiver.url })).body;
}, 180_000);
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
  await smtp.stop();
}, 60_000);

/** SIGKILL, as the kernel does it when memory is short. */
async function kill(victim: Victim): Promise<void> {
  if (victim === 'mail') {
    await smtp.stop();
    smtp = await startSmtp(smtp.port);
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

function schedule(random: Random): { victim: Victim; afterMs: number }[] {
  const victims = Array.from({ length: ROUNDS }, () => VICTIMS).flat();
  const order = victims.map((victim) => ({ victim, at: random.int(1_000_000) })).sort((a, b) => a.at - b.at);
  return order.map(({ victim }) => ({ victim, afterMs: 2_000 + random.int(5_000) }));
}

const noteOf = async (noteId: string) => (await customer.call('GET', `/v1/app/notes/${noteId}`)).body;

/** `webhook-id`s that the receiver got for a note. */
function idsFor(noteId: string): Set<unknown> {
  const told = receiver.requests.filter(({ body }) => JSON.parse(body).data.note_id === noteId);
  return new Set(told.map(({ headers }) => headers['webhook-id']));
}

async function settledNote(noteId: string): Promise<void> {
  const options = { timeoutMs: SETTLE_MS, intervalMs: 500 };
  const { status, error_message } = await eventually(
    `note ${noteId} ends`,
    async () => {
      const note = await noteOf(noteId);
      return note.status !== 'processing' && note;
    },
    options,
  );
  expect(status === 'completed' || (status === 'failed' && typeof error_message === 'string')).toBe(true);
  await eventually(`the webhook of note ${noteId} comes`, () => idsFor(noteId).size > 0, options);
  expect(idsFor(noteId).size).toBe(1);
}

test(`every part killed ${ROUNDS} times at random moments loses no note and no event (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const yes = new Uint8Array(await readFile(new URL('../speech/fixtures/yes.flac', import.meta.url)));
  const speech = await sampleAudio();
  const over = new AbortController();
  const load = [
    customer.uploadNotes(yes, 1_500, over.signal),
    customer.dictateAll(
      [
        { source: 'format', raw_text: 'hello comma you' },
        { source: 'smart', audio: speech },
      ],
      1_000,
      over.signal,
    ),
    customer.sendTests(endpoint.endpoint_id, 2_500, over.signal),
  ];
  for (const { victim, afterMs } of schedule(random)) {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await kill(victim);
  }
  over.abort();
  await Promise.all(load);
  const works = async () => (await customer.call('GET', '/v1/app/me')).status === 200;
  await eventually('every part is back without a hand', works, { timeoutMs: 90_000, intervalMs: 250 });

  expect(customer.wrong).toEqual([]);
  expect(customer.notes.length).toBeGreaterThan(5);
  expect(customer.dictations.get('200')).toBeGreaterThan(5);
  for (const noteId of customer.notes) await settledNote(noteId);
  await recordingsAreWhole(yes);
  manualSendsWereOnce();
  receiver.requests.forEach(({ body, headers }) => {
    new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  });
  const known = await createWebhookEndpointStore(stack.redis).get(userId, endpoint.endpoint_id);
  expect([known?.status, known?.failingSince]).toEqual(['enabled', null]);
  expect(await checkIndex(stack.redis, userId)).toEqual([]);
}, 420_000);

async function recordingsAreWhole(original: Uint8Array): Promise<void> {
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  for (const noteId of customer.notes) {
    const { recording_url: url } = await noteOf(noteId);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(original));
  }
}

/** The same idempotency key gave the same message, also when its first answer was lost. */
function manualSendsWereOnce(): void {
  for (const ids of customer.sends.values()) expect(ids.size).toBe(1);
}

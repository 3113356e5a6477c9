import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dayOf } from '../../../accounts/daily-usage.ts';
import { createEnterpriseKeyStore } from '../../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../../accounts/organizations.ts';
import { createTokenStore } from '../../../accounts/tokens.ts';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { createTagStore } from '../../../notes/store/tags.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { decodeRecording } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { encodeWav } from '../../../speech/remote/wav.ts';
import { eventually } from '../../support/eventually.ts';
import type { WebApp } from '../support/web-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_16_BIT = 32_767;
const RATE = 16_000;
const speechSet = new URL('../../../bench/speech-set/plain/', import.meta.url);
/** Sentences of the speech set. Together they are the note in the pictures. */
const SPOKEN = ['01-rms', '02-awb', '05-rms', '12-slt', '13-rms', '16-slt'];

/** Notes that were made on earlier days: days ago, title, summary, tags. */
const EARLIER: readonly (readonly [number, string, string, readonly string[]])[] = [
  [17, 'Talk about small tools', 'A small tool that does one thing is easier to trust than a large one.', ['talks']],
  [12, 'Interview with Anna', 'She records on the train and reads on the way home.', ['interviews']],
  [6, 'Garden in spring', 'Plant the beans in rows, water them in the evening, and repair the fence.', ['family']],
  [4, 'Olive oil and bread', 'Remember milk, eggs, bread and a bottle of olive oil.', ['family']],
  [2, 'What customers ask for', 'A simple product that works without a manual.', ['interviews', 'product']],
  [
    1,
    'Tests, code, documentation',
    'Write the tests first, then the code, and finally the documentation.',
    ['product'],
  ],
];

/** Makes a user with notes, tokens, an endpoint and a month of usage, and what the operator's page shows. */
export async function seed(app: WebApp) {
  const user = await app.signedInUser('ada@example.org');
  const { userId, session } = user;
  await seedEarlierNotes(app, userId);
  const noteId = await uploadNote(app, session);
  await describeNote(app, userId, noteId);
  const tokens = createTokenStore(app.redis);
  await tokens.create(userId, { name: 'Backup script', scopes: ['notes:read'] });
  const laptop = {
    name: 'Laptop',
    scopes: ['notes:read', 'notes:write'],
    expiresAt: Date.now() + 90 * DAY_MS,
  } as const;
  await tokens.create(userId, laptop);
  const endpointId = await createEndpoint(app, session);
  await seedUsage(app, userId);
  await seedOrganizations(app);
  return { ...user, noteId, endpointId, consent: await registerProgram(app) };
}

async function seedEarlierNotes({ redis }: WebApp, userId: string): Promise<void> {
  const tags = createTagStore(redis);
  for (const [daysAgo, title, summary, names] of EARLIER) {
    const at = Date.now() - daysAgo * DAY_MS;
    const notes = createNoteStore(redis, { now: () => at });
    const noteId = crypto.randomUUID();
    const recording = { object: `notes/${userId}/${noteId}`, contentType: 'audio/webm', bytes: 400_000 };
    await notes.create({ noteId, userId, title, language: 'en', recordedAt: at, recording });
    const known = await tags.ensure(userId, names);
    const assigned = [...known.values()].map(({ tagId }) => ({ tagId, source: 'user', confidence: null }) as const);
    const change = { status: 'completed', summary, transcript: summary, tags: assigned, durationSeconds: 42 } as const;
    await notes.change(userId, noteId, () => change);
  }
}

/** Uploads the spoken sentences and waits until they are transcribed. */
async function uploadNote(app: WebApp, session: string): Promise<string> {
  const voices = await Promise.all(SPOKEN.map((name) => readVoice(new URL(`${name}.opus`, speechSet))));
  const pause = new Int16Array(RATE);
  const wav = encodeWav(Int16Array.from(voices.flatMap((voice) => [...voice, ...pause])));
  const body = new FormData();
  body.set('audio', new Blob([wav], { type: 'audio/wav' }), 'plans.wav');
  const headers = { cookie: `sotto_session=${session}` };
  const created = await fetch(`${app.url}/v1/app/notes`, { method: 'POST', headers, body });
  const { note_id: noteId } = (await created.json()) as { note_id: string };
  const isDone = async () => {
    const response = await fetch(`${app.url}/v1/app/notes/${noteId}`, { headers });
    return ((await response.json()) as { status: string }).status === 'completed';
  };
  await eventually('the note is transcribed', isDone, { timeoutMs: 60_000, intervalMs: 250 });
  return noteId;
}

async function readVoice(file: URL): Promise<Int16Array> {
  const source = await openSource({ bytes: new Uint8Array(await readFile(file)) });
  const signal = new AbortController().signal;
  const { mixed } = await decodeRecording(source, { maxSeconds: 60, signal });
  return Int16Array.from(mixed ?? [], (level) => Math.round(level * MAX_16_BIT));
}

async function describeNote({ redis }: WebApp, userId: string, noteId: string): Promise<void> {
  const known = await createTagStore(redis).ensure(userId, ['ideas', 'family']);
  const tags = [...known.values()].map(({ tagId }) => ({ tagId, source: 'user', confidence: null }) as const);
  const summary = 'The report goes to Maria before Friday, and the meeting moves to Thursday at three.';
  await createNoteStore(redis).change(userId, noteId, () => ({ title: 'Plans for the week', summary, tags }));
}

/** An endpoint with a ping, a test event and an attempt that was redirected. */
async function createEndpoint(app: WebApp, session: string): Promise<string> {
  const headers = { cookie: `sotto_session=${session}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object = {}) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${app.url}/v1/app/webhook-endpoints${path}`, init)).json()) as { endpoint_id: string };
  };
  const settings = { description: 'Task list', event_types: ['note.processed', 'note.failed'] };
  const { endpoint_id: endpointId } = await post('', { url: app.receiver.url, ...settings });
  const sent = (count: number) => eventually('it is sent', () => app.receiver.requests.length >= count);
  await sent(1);
  app.receiver.answerWith((response) => {
    response.writeHead(302, { location: 'https://example.org/moved' }).end();
  });
  await post(`/${endpointId}/test`);
  await sent(2);
  app.receiver.answerWith(204);
  await post(`/${endpointId}/test`);
  await sent(3);
  return endpointId;
}

/** The query of a program that requests to read notes. */
async function registerProgram({ url }: WebApp): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:33418/callback';
  const body = JSON.stringify({ client_name: 'Editor', redirect_uris: [redirect_uri] });
  const { client_id } = (await (await fetch(`${url}/v1/oauth/register`, { method: 'POST', body })).json()) as {
    client_id: string;
  };
  const code_challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url');
  const request = { response_type: 'code', client_id, redirect_uri, code_challenge, code_challenge_method: 'S256' };
  return new URLSearchParams({ ...request, state: 'x' }).toString();
}

async function seedUsage({ redis }: WebApp, userId: string): Promise<void> {
  await countDays(redis, userId, 3);
}

async function seedOrganizations({ redis }: WebApp): Promise<void> {
  const organizations = createOrganizationStore(redis);
  const enterpriseKeys = createEnterpriseKeyStore(redis);
  for (const [name, scale, allowedOrigins] of [
    ['Acme', 40, ['https://app.acme.example', 'capacitor://localhost']],
    ['Northwind Clinics', 12, ['https://notes.northwind.example']],
  ] as const) {
    const { organizationId } = await organizations.create({ name, allowedOrigins });
    await enterpriseKeys.create(organizationId, { label: 'Backend', expiresAt: Date.now() + 200 * DAY_MS });
    const old = await enterpriseKeys.create(organizationId, { label: 'Backend, before the move' });
    if (old) await enterpriseKeys.revoke(organizationId, old.key.keyId);
    await countDays(redis, organizationId, scale);
  }
}

/** A month with little usage at weekends. */
async function countDays(redis: WebApp['redis'], ownerId: string, scale: number): Promise<void> {
  for (let daysAgo = 29; daysAgo >= 0; daysAgo -= 1) {
    const at = Date.now() - daysAgo * DAY_MS;
    const busy = [0, 6].includes(new Date(at).getUTCDay()) ? 0.2 : 1 + ((daysAgo * 7) % 5) / 5;
    const dictations = Math.round(scale * busy);
    await redis.hset(keys.usageDay(ownerId, dayOf(at)), {
      ...{ notes: Math.round(busy * 2), noteMs: Math.round(busy * 600_000) },
      ...{ dictations, dictationMs: dictations * 9_000, failedDictations: Math.floor(dictations / 40) },
    });
  }
}

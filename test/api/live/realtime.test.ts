import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { encodeWav } from '../../../speech/remote/wav.ts';
import { dictate } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { connectLive, type LiveClient, partsOf, type RealtimeEvent, samplePcm, speak } from '../../support/live.ts';
import { startTcpProxy } from '../../support/proxy.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

const RATE = 24_000;
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
const MANUAL = {
  type: 'session.update',
  session: { type: 'transcription', audio: { input: { turn_detection: null } } },
};

let base: TestBase;
let service: TestService;
let pcm: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
  pcm = await samplePcm(RATE);
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

function open(path = '/v1/realtime?intent=transcription'): Promise<LiveClient> {
  return connectLive(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function appendAll(client: LiveClient, audio: Uint8Array): void {
  for (const part of partsOf(audio, RATE)) {
    client.send({ type: 'input_audio_buffer.append', audio: base64(part) });
  }
}

const ofType = (client: LiveClient, type: string) => client.events.filter((event) => event.type === type);
const deltasOf = (events: readonly RealtimeEvent[]) => events.map(({ delta }) => String(delta)).join('');

test('a commit without turn detection returns the same text as a dictation of the same audio', async () => {
  const client = await open();
  expect(await client.next('session.created')).toMatchObject({
    session: { type: 'transcription', audio: { input: { format: { type: 'audio/pcm', rate: RATE } } } },
  });
  client.send(MANUAL);
  await client.next('session.updated');
  appendAll(client, pcm);
  client.send({ type: 'input_audio_buffer.commit' });
  const { item_id: item } = await client.next('input_audio_buffer.committed');
  const completed = await client.next(`${TRANSCRIPTION}.completed`);
  const { body } = await dictate(service, { source: 'smart', audio: encodeWav(pcm, RATE) });
  expect(completed).toMatchObject({ item_id: item, content_index: 0, transcript: body.text });
  expect(deltasOf(ofType(client, `${TRANSCRIPTION}.delta`))).toBe(body.raw_text);
  await client.close();
}, 60_000);

test('a session sends words while they are spoken, and the remaining words afterwards', async () => {
  const client = await open();
  const session = { ...MANUAL.session, include: ['item.input_audio_transcription.provisional'] };
  client.send({ type: 'session.update', session });
  // Two decodes must agree before a word is sent, which takes longer on a busy machine.
  const isSent = () => ofType(client, `${TRANSCRIPTION}.delta`).length > 0;
  for (let second = 0; second < 10 && !isSent(); second += 1) {
    await speak(client, pcm.subarray(2 * RATE * second, 2 * RATE * (second + 1)), RATE, 1);
  }
  client.send({ type: 'input_audio_buffer.commit' });
  const { item_id: item } = await client.next('input_audio_buffer.committed');
  const committed = client.events.findIndex(({ type }) => type === 'input_audio_buffer.committed');
  const { transcript } = await client.next(`${TRANSCRIPTION}.completed`);
  const spoken = client.events.slice(0, committed);
  expect(spoken.map(({ type }) => type)).toContain(`${TRANSCRIPTION}.provisional`);
  expect(deltasOf(spoken.filter(({ type }) => type === `${TRANSCRIPTION}.delta`))).toMatch(/^and/i);
  expect(new Set(ofType(client, `${TRANSCRIPTION}.delta`).map(({ item_id }) => item_id))).toEqual(new Set([item]));
  const words = (text: unknown) =>
    String(text)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const deltas = deltasOf(ofType(client, `${TRANSCRIPTION}.delta`));
  expect(words(deltas).slice(-4)).toEqual(words(transcript).slice(-4));
  await client.close();
}, 60_000);

test('a session sends all events of an utterance that a pause ends', async () => {
  const client = await open();
  appendAll(client, pcm.subarray(0, 2 * RATE * 3));
  client.send({ type: 'input_audio_buffer.append', audio: base64(new Uint8Array(2 * RATE)) });
  const { item_id: item } = await client.next(`${TRANSCRIPTION}.completed`);
  const [started, stopped] = [
    await client.next('input_audio_buffer.speech_started'),
    await client.next('input_audio_buffer.speech_stopped'),
  ];
  expect([started['item_id'], stopped['item_id']]).toEqual([item, item]);
  expect(Number(stopped['audio_end_ms'])).toBeGreaterThan(Number(started['audio_start_ms']));
  const types = client.events.map(({ type }) => type).filter((type) => !type.startsWith(TRANSCRIPTION));
  expect(types.slice(1, 6)).toEqual([
    'input_audio_buffer.speech_started',
    'input_audio_buffer.speech_stopped',
    'input_audio_buffer.committed',
    'conversation.item.added',
    'conversation.item.done',
  ]);
  await client.close();
}, 60_000);

test('a client whose connection broke in mid-utterance connects again and gets all words of what it sends again', async () => {
  const proxy = await startTcpProxy(Number(new URL(service.url).port));
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const connect = () => connectLive(`http://${proxy.address}/v1/realtime?intent=transcription`, { headers });
  const broken = await connect();
  const { session: first } = await broken.next('session.created');
  appendAll(broken, pcm.subarray(0, 4 * RATE));
  await broken.next('input_audio_buffer.speech_started');
  proxy.cut();
  await broken.closed;
  proxy.heal();
  const client = await connect();
  const { session: second } = await client.next('session.created');
  expect((second as { id: string }).id).not.toBe((first as { id: string }).id);
  client.send(MANUAL);
  appendAll(client, pcm);
  client.send({ type: 'input_audio_buffer.commit' });
  const { transcript } = await client.next(`${TRANSCRIPTION}.completed`);
  expect(String(transcript)).toMatch(/fellow.*country.*country/is);
  await client.close();
  await proxy.stop();
}, 60_000);

test('a commit without audio returns commit_empty, and the session continues', async () => {
  const client = await open();
  client.send({ type: 'input_audio_buffer.commit' });
  expect(await client.next('error')).toMatchObject({ error: { code: 'input_audio_buffer_commit_empty' } });
  client.send({ type: 'input_audio_buffer.clear' });
  await client.next('input_audio_buffer.cleared');
  await client.close();
});

test('a client that sends too many session.update is disconnected', async () => {
  const client = await open();
  for (let update = 0; update < 300; update++) client.send(MANUAL);
  expect(await client.next('error')).toMatchObject({ error: { code: 'too_fast' } });
  expect(await client.closed).toMatchObject({ code: 1008, reason: 'too_fast' });
  expect(ofType(client, 'session.updated').length).toBeWithin(20, 40);
});

test('after the first audio another format is refused, and the same passes', async () => {
  const client = await open();
  const change = (format: object) =>
    client.send({ type: 'session.update', session: { type: 'transcription', audio: { input: { format } } } });
  change({ type: 'audio/pcmu' });
  expect(await client.next('session.updated')).toMatchObject({
    session: { audio: { input: { format: { type: 'audio/pcmu' } } } },
  });
  client.send({ type: 'input_audio_buffer.append', audio: base64(new Uint8Array(800)) });
  change({ type: 'audio/pcm', rate: RATE });
  expect(await client.next('error')).toMatchObject({
    error: { code: 'invalid_value', param: 'session.audio.input.format' },
  });
  change({ type: 'audio/pcmu' });
  await client.next('session.updated');
  await client.close();
});

test('an unsupported language ends the session with an error', async () => {
  const client = await open();
  const transcription = { language: 'de' };
  client.send({ type: 'session.update', session: { type: 'transcription', audio: { input: { transcription } } } });
  appendAll(client, pcm.subarray(0, RATE));
  expect(await client.next('error')).toMatchObject({ error: { code: 'unsupported_language' } });
  expect(await client.closed).toMatchObject({ code: 1008 });
});

test('a client of the older protocol receives the older events', async () => {
  const client = await connectLive(`${service.url}/v1/realtime?intent=transcription`, {
    protocols: ['realtime', `openai-insecure-api-key.${service.apiKey}`, 'openai-beta.realtime-v1'],
  });
  expect(client.socket.protocol).toBe('realtime');
  await client.next('transcription_session.created');
  client.send({
    type: 'transcription_session.update',
    session: { input_audio_format: 'pcm16', turn_detection: null, input_audio_transcription: { model: 'sotto-raw' } },
  });
  expect(await client.next('transcription_session.updated')).toMatchObject({ session: { turn_detection: null } });
  appendAll(client, pcm.subarray(0, 8 * RATE));
  client.send({ type: 'input_audio_buffer.commit' });
  await client.next('conversation.item.created');
  const { transcript } = await client.next(`${TRANSCRIPTION}.completed`);
  expect(String(transcript)).toMatch(/fellow/i);
  await client.close();
}, 60_000);

test('a session writes a usage record, and its workflow records its outcome', async () => {
  const client = await open();
  const { session } = await client.next('session.created');
  const { id } = session as { id: string };
  client.send(MANUAL);
  const spoken = pcm.subarray(0, 2 * RATE * 3);
  appendAll(client, spoken);
  client.send({ type: 'input_audio_buffer.commit' });
  const { transcript } = await client.next(`${TRANSCRIPTION}.completed`);
  await client.close();
  const handle = base.client.workflow.getHandle(`live/${service.organizationId}/${id}`);
  expect(await handle.result()).toEqual({ end: 'completed', audioSeconds: 3, utterances: 1 });
  const { getUsage } = createUsageStore(base.redis.redis, { retentionMs: 1 });
  expect(await getUsage(service.organizationId, id)).toMatchObject({
    source: 'live',
    outcome: 'completed',
    platform: 'realtime',
    audioSeconds: expect.closeTo(3, 1),
    audioBytes: spoken.length,
    resultBytes: Buffer.byteLength(String(transcript)),
    engine: 'moonshine-tiny',
  });
}, 60_000);

test('canceling the workflow ends the session', async () => {
  const client = await open();
  const { session } = await client.next('session.created');
  const handle = base.client.workflow.getHandle(`live/${service.organizationId}/${(session as { id: string }).id}`);
  await eventually('the workflow has started', () => handle.cancel().then(() => true));
  expect(await client.next('error')).toMatchObject({ error: { code: 'cancelled' } });
  expect(await client.closed).toMatchObject({ code: 1008 });
  await expect(handle.result()).rejects.toThrow();
}, 60_000);

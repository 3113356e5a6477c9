import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { DeepgramClient } from '@deepgram/sdk';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { eventually } from '../../support/eventually.ts';
import { connectLive, partsOf, samplePcm } from '../../support/live.ts';
import { childrenOf } from '../../support/processes.ts';
import { startBase, type TestBase } from '../../support/service.ts';
import { spawnService } from '../../support/spawn.ts';

const SPOKEN = /ask what you can do for your country/i;
const tls = (name: string) => readFile(new URL(`../../support/tls/${name}.pem`, import.meta.url));

let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;
let secure: Server;

beforeAll(async () => {
  base = await startBase();
  service = await spawnService(base, { env: { LIVE_CONCURRENCY: '2' } });
  const port = Number(new URL(service.url).port);
  // OpenAI's client opens no connection but by TLS.
  secure = createServer({ key: await tls('key'), cert: await tls('certificate') }, (near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(async () => {
  secure.close();
  await service.stop();
  await base.stop();
});

test("OpenAI's client receives deltas and a transcript", async () => {
  const audio = await samplePcm(24_000);
  const { port } = secure.address() as AddressInfo;
  const client = new OpenAI({ apiKey: service.apiKey, baseURL: `https://127.0.0.1:${port}/v1` });
  const realtime = new OpenAIRealtimeWS({ intent: 'transcription', options: { rejectUnauthorized: false } }, client);
  let deltas = '';
  realtime.on('conversation.item.input_audio_transcription.delta', ({ delta }) => {
    deltas += delta ?? '';
  });
  const completed = new Promise<string>((resolve, reject) => {
    realtime.on('conversation.item.input_audio_transcription.completed', ({ transcript }) => resolve(transcript));
    realtime.on('error', reject);
  });
  realtime.on('session.created', () => {
    realtime.send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription: { language: 'en' }, turn_detection: null } } },
    });
    for (const part of partsOf(audio, 24_000)) {
      realtime.send({ type: 'input_audio_buffer.append', audio: Buffer.from(part).toString('base64') });
    }
    realtime.send({ type: 'input_audio_buffer.commit' });
  });
  expect(await completed).toMatch(SPOKEN);
  expect(deltas).toMatch(SPOKEN);
  realtime.close();
}, 60_000);

describe("Deepgram's client", () => {
  interface Result {
    readonly type: string;
    readonly is_final?: boolean;
    readonly from_finalize?: boolean;
    readonly channel?: { readonly alternatives: readonly { transcript: string; words: readonly unknown[] }[] };
  }

  test('receives final results with words, and the end of the stream', async () => {
    const url = service.url.replace('http', 'ws');
    const environment = { base: service.url, production: url, agent: url, agentRest: service.url };
    const deepgram = new DeepgramClient({ apiKey: service.apiKey, environment });
    const socket = await deepgram.listen.v1.connect({
      model: 'nova-3',
      Authorization: `Token ${service.apiKey}`,
      ...{
        encoding: 'linear16',
        sample_rate: 16_000,
        interim_results: 'true',
        smart_format: 'true',
        vad_events: 'true',
      },
      reconnectAttempts: 0,
    });
    const messages: Result[] = [];
    socket.on('message', (message) => messages.push(message as Result));
    const closed = new Promise<number>((resolve) => socket.on('close', ({ code }) => resolve(code)));
    socket.connect();
    await socket.waitForOpen();
    socket.sendKeepAlive({ type: 'KeepAlive' });
    for (const part of partsOf(await samplePcm(16_000), 16_000)) socket.sendMedia(part);
    socket.sendFinalize({ type: 'Finalize' });
    await eventually('the words are final', () => messages.some((message) => message.from_finalize), {
      timeoutMs: 40_000,
    });
    socket.sendCloseStream({ type: 'CloseStream' });
    expect(await closed).toBe(1000);
    const finals = messages.filter((message) => message.is_final).flatMap(({ channel }) => channel?.alternatives ?? []);
    expect(finals.map(({ transcript }) => transcript).join(' ')).toMatch(SPOKEN);
    expect(finals.flatMap(({ words }) => words)[0]).toMatchObject({ word: 'and', start: expect.any(Number) });
    expect(messages.map(({ type }) => type)).toContain('SpeechStarted');
    expect(messages.at(-1)).toMatchObject({ type: 'Metadata', duration: expect.closeTo(11, 1) });
  }, 60_000);

  test('receives an error for an unsupported encoding', async () => {
    const headers = { authorization: `Token ${service.apiKey}` };
    const response = await fetch(`${service.url}/v1/listen?encoding=opus&sample_rate=48000`, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_field', error: expect.stringContaining('encoding') });
  });
});

const realtime = () =>
  connectLive(`${service.url}/v1/realtime`, { headers: { authorization: `Bearer ${service.apiKey}` } });
const MANUAL = {
  type: 'session.update',
  session: { type: 'transcription', audio: { input: { turn_detection: null } } },
};

test('a session loses no words if its speech process is killed during an utterance', async () => {
  const client = await realtime();
  const include = ['item.input_audio_transcription.provisional'];
  client.send({ ...MANUAL, session: { ...MANUAL.session, include } });
  const parts = [...partsOf(await samplePcm(24_000), 24_000)];
  const append = (part: Uint8Array) =>
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.from(part).toString('base64') });
  for (const part of parts.slice(0, 60)) append(part);
  await client.next('conversation.item.input_audio_transcription.provisional');
  for (const pid of childrenOf(service.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
  for (const part of parts.slice(60)) append(part);
  client.send({ type: 'input_audio_buffer.commit' });
  const { transcript } = await client.next('conversation.item.input_audio_transcription.completed');
  expect(String(transcript)).toMatch(/my fellow.*what your country.*what you can do for your country/is);
  await client.close();
}, 60_000);

test('a session above the limit gets a retry delay, and starts after another one ends', async () => {
  const [first, second] = [await realtime(), await realtime()];
  const third = await realtime();
  expect(await third.next('error')).toMatchObject({ error: { code: 'busy', retry_after: 5 } });
  expect(await third.closed).toMatchObject({ code: 1013 });
  await first.close();
  const fourth = await realtime();
  fourth.send({ type: 'input_audio_buffer.commit' });
  expect(await fourth.next('error')).toMatchObject({ error: { code: 'input_audio_buffer_commit_empty' } });
  await Promise.all([second.close(), fourth.close()]);
}, 60_000);

test('too much waiting audio, too many messages or a message that is too long ends the session', async () => {
  const minute = Buffer.alloc(2 * 24_000 * 50).toString('base64');
  const fast = await realtime();
  for (let count = 0; count < 3; count++) fast.send({ type: 'input_audio_buffer.append', audio: minute });
  expect(await fast.next('error')).toMatchObject({ error: { code: 'too_fast' } });
  await fast.closed;
  const many = await realtime();
  for (let count = 0; count < 4_000; count++) many.socket.send('{"type":"input_audio_buffer.clear"}');
  expect(await many.closed).toMatchObject({ code: 1008 });
  const long = await realtime();
  long.socket.send(`{"type":"${'x'.repeat(5 * 1024 * 1024)}"}`);
  expect(await long.closed).toMatchObject({ code: 1009 });
}, 60_000);

test('a service that stops notifies its sessions and ends their workflows', async () => {
  const client = await realtime();
  const { session } = await client.next('session.created');
  const { id } = session as { id: string };
  const handle = base.client.workflow.getHandle(`live/${service.organizationId}/${id}`);
  await eventually('the workflow has started', () => handle.describe());
  service.child.kill('SIGTERM');
  expect(await client.closed).toMatchObject({ code: 1001, reason: 'stopping' });
  expect(client.events.map(({ type }) => type)).not.toContain('error');
  expect(await handle.result()).toMatchObject({ end: 'stopping' });
}, 60_000);

import { expect } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { type Answer, dictate, type Fields, formOf } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { startOpenAi, type TestOpenAi } from '../../support/openai.ts';
import { freePort } from '../../support/ports.ts';
import { startTcpProxy, type TcpProxy } from '../../support/proxy.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startBase, type TestBase } from '../../support/service.ts';
import { spawnProcess, spawnService } from '../../support/spawn.ts';
import { createUser, type TestUser } from './user.ts';

/** Longer than the timeouts for Redis and Temporal together. A call that waits longer hangs. */
const PATIENCE_MS = 20_000;

/**
 * API and worker as separate processes, with a network to Redis and to Temporal that a test can break. The speech
 * engine is an external server that answers when the test allows it.
 */
export interface ProxiedService {
  readonly base: TestBase;
  readonly redis: TcpProxy;
  readonly temporal: TcpProxy;
  readonly speech: TestOpenAi;
  readonly receiver: Receiver;
  endpointId: string;
  user: TestUser;
  readonly customer: { readonly url: string; organizationId: string; apiKey: string };
  /** Process ids of the API and the worker. */
  readonly pids: readonly number[];
  /** Dictations whose content the API holds in memory. */
  held(): Promise<number>;
  call(method: string, path: string, body?: BodyInit, init?: RequestInit): Promise<Answer>;
  dictate(fields?: Fields): Promise<Answer>;
  upload(): Promise<Answer>;
  feedback(): Promise<Answer>;
  note(noteId: string): Promise<Answer['body']>;
  /** Waits until a note was processed successfully. */
  completed(noteId: string): Promise<void>;
  /** Waits until requests that need Redis and Temporal succeed. The service must recover without intervention. */
  works(): Promise<void>;
  stop(): Promise<void>;
}

export async function startProxiedService(): Promise<ProxiedService> {
  const [base, speech, receiver] = await Promise.all([startBase(), startOpenAi(), startReceiver()]);
  const redis = await startTcpProxy(base.redis.port);
  const temporal = await startTcpProxy(Number(base.temporal.address.split(':')[1]));
  const env = {
    REDIS_URL: `redis://${redis.address}`,
    TEMPORAL_ADDRESS: temporal.address,
    SPEECH_URL: speech.url,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
  };
  const metricsPort = await freePort();
  const api = await spawnService(base, { env: { ...env, METRICS_PORT: String(metricsPort) } });
  const worker = spawnProcess(base, 'worker/main.ts', { env });
  const customer = { url: api.url, organizationId: api.organizationId, apiKey: api.apiKey };
  const yes = new Uint8Array(await readFile(new URL('../../speech/fixtures/yes.flac', import.meta.url)));
  const pids = [api.child.pid ?? 0, worker.child.pid ?? 0];

  const call: ProxiedService['call'] = async (method, path, body, init = {}) => {
    const headers = { authorization: `Bearer ${service.user.token}`, connection: 'close' };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(api.url + path, { method, headers, signal, ...(body ? { body } : {}), ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  };
  const held = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const value = /^sotto_dictations_(?:running|in_flight) (\d+)$/m.exec(text)?.[1];
    if (value === undefined) throw new Error('The API does not tell how many dictations it holds');
    return Number(value);
  };
  const note = async (noteId: string) => (await call('GET', `/v1/app/notes/${noteId}`)).body;
  const dictateNow = (fields: Fields = { source: 'format', raw_text: 'hello comma you' }) =>
    // Each call has its own connection, so that open files show what the service holds and not what fetch keeps.
    dictate(customer, fields, { headers: { connection: 'close' }, signal: AbortSignal.timeout(PATIENCE_MS) });
  const service: ProxiedService = {
    ...{ base, redis, temporal, speech, receiver, customer, pids, held, call, note },
    endpointId: '',
    user: await createUser(base),
    dictate: dictateNow,
    upload: () => {
      const form = new FormData();
      form.append('audio', new Blob([yes], { type: 'audio/flac' }), 'note.flac');
      return call('POST', '/v1/app/notes', form);
    },
    feedback: () => {
      const init = { method: 'POST', headers: { 'x-api-key': customer.apiKey } };
      const body = formOf({ sentiment: 'like', text: 'Hello' });
      return call('POST', `/v1/enterprise/transcriptions/${crypto.randomUUID()}/feedback`, body, init);
    },
    completed: async (noteId) => {
      const done = async () => (await note(noteId)).status === 'completed';
      await eventually(`note ${noteId} is completed`, done, { timeoutMs: 90_000, intervalMs: 250 });
    },
    works: async () => {
      for (const { child } of [api, worker]) expect(child.exitCode).toBeNull();
      const served = async () =>
        (await dictateNow()).status === 200 && (await call('POST', '/v1/app/tags', named())).status === 201;
      await eventually('the service works', served, { timeoutMs: 40_000 });
    },
    stop: async () => {
      redis.heal();
      temporal.heal();
      await Promise.all([api.stop(), worker.stop()]);
      await Promise.all([redis.stop(), temporal.stop(), speech.stop(), receiver.stop()]);
      await base.stop();
    },
  };
  const made = await call('POST', '/v1/app/webhook-endpoints', JSON.stringify({ url: receiver.url }));
  await service.completed((await service.upload()).body.note_id); // the worker takes a while to start
  return Object.assign(service, { endpointId: made.body.endpoint_id });
}

/** A body with a new name. */
export const named = (): string => JSON.stringify({ name: crypto.randomUUID() });

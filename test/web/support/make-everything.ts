import { createHash } from 'node:crypto';
import { dayOf } from '../../../accounts/daily-usage.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { encodeWav } from '../../../speech/remote/wav.ts';
import { eventually } from '../../support/eventually.ts';
import type { WebApp } from './web-app.ts';

/** A user who has one item of each kind that the service stores. */
export interface Owner {
  readonly userId: string;
  readonly session: string;
  readonly noteId: string;
  readonly endpointId: string;
  /** A word that every name and text of this user contains. */
  readonly secret: string;
  /** What no other user may receive: the word, the e-mail address, and all ids. */
  readonly traces: readonly string[];
  /** Paths of the app API that answer 200 to this user. */
  readonly paths: readonly string[];
  noteIds(): Promise<readonly string[]>;
  /** Causes live events. */
  changeEverything(): Promise<void>;
}

const RATE = 16_000;

/** Makes a user with a note, its recording, and one item of each other kind. */
export async function makeEverything(app: WebApp, name: string): Promise<Owner> {
  const secret = `${name.toLowerCase()}${crypto.randomUUID().slice(0, 8)}`;
  const { userId, email, session } = await app.signedInUser(`${secret}@example.org`);
  const headers = { cookie: `sotto_session=${session}` };
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const json = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(`${app.url}/v1/app${path}`, { method, headers, ...json });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  const noteIds = async () => {
    const { items } = await call<{ items: { note_id: string }[] }>('GET', '/notes');
    return items.map(({ note_id: id }) => id);
  };

  const noteId = await uploadNote(app, headers);
  const isDone = async () => (await call<{ status: string }>('GET', `/notes/${noteId}`)).status !== 'processing';
  await eventually('the note is processed', isDone, { timeoutMs: 60_000, intervalMs: 100 });
  await call('PATCH', `/notes/${noteId}`, { title: `${secret} title`, summary: secret, transcript: secret });
  const { tag_id: tagId } = await call<{ tag_id: string }>('POST', '/tags', { name: secret });
  const token = { name: secret, scopes: ['notes:read'] };
  const { token_id: tokenId } = await call<{ token_id: string }>('POST', '/tokens', token);
  const endpoint = { url: `${app.receiver.url}/${secret}`, description: secret, event_types: ['note.processed'] };
  const { endpoint_id: endpointId } = await call<{ endpoint_id: string }>('POST', '/webhook-endpoints', endpoint);
  await call('PUT', '/dictation-settings', { dictionary: secret, instructions: secret, language: null });
  const feed = await call<{ url: string }>('POST', '/feed');
  await allowProgram(app, secret, (body) => call('POST', '/oauth/decisions', body));
  const { export_id: exportId } = await call<{ export_id: string }>('POST', '/exports');
  const uploadId = await beginUpload(app, headers, secret);
  const usage = 100_000_000 + Math.floor(Math.random() * 800_000_000);
  await app.redis.hset(keys.usageDay(userId, dayOf(Date.now())), { dictations: usage });
  const sessions = await call<{ items: { session_id: string }[] }>('GET', '/sessions');
  const attempts = `/webhook-endpoints/${endpointId}/attempts`;
  const sent = () => call<{ items: { message_id: string }[] }>('GET', attempts).then(({ items }) => items);
  const [ping] = await eventually('the ping is sent', async () => ((await sent()).length > 0 ? sent() : undefined));
  const messageId = ping?.message_id ?? '';

  const paths = [
    ...['', '/peaks', '/export?format=md'].map((part) => `/notes/${noteId}${part}`),
    ...['', '/attempts', `/messages/${messageId}/body`].map((part) => `/webhook-endpoints/${endpointId}${part}`),
    ...[`/exports/${exportId}`, `/uploads/${uploadId}`],
  ];
  const ids = [userId, noteId, tagId, tokenId, endpointId, messageId, exportId, uploadId];
  return {
    ...{ userId, session, noteId, endpointId, secret, noteIds },
    traces: [secret, email, ...ids, ...sessions.items.map(({ session_id: id }) => id), feed.url, String(usage)],
    paths: paths.map((path) => `/v1/app${path}`),
    changeEverything: async () => {
      const before = (await sent()).length;
      await call('POST', `/webhook-endpoints/${endpointId}/ping`);
      await call('PATCH', `/notes/${noteId}`, { title: `${secret} again` });
      await eventually('the ping is logged', async () => (await sent()).length > before);
    },
  };
}

async function uploadNote(app: WebApp, headers: Record<string, string>): Promise<string> {
  const body = new FormData();
  body.set('audio', new Blob([encodeWav(new Int16Array(RATE))]), 'silence.wav');
  const created = await fetch(`${app.url}/v1/app/notes`, { method: 'POST', headers, body });
  return ((await created.json()) as { note_id: string }).note_id;
}

/** An upload of which half has arrived. */
async function beginUpload(app: WebApp, headers: Record<string, string>, name: string): Promise<string> {
  const uploadId = crypto.randomUUID();
  const metadata = { upload_id: uploadId, filename: `${name}.wav` };
  const encoded = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  await fetch(`${app.url}/v1/app/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '200', 'upload-metadata': encoded.join() },
  });
  await fetch(`${app.url}/v1/app/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(100),
  });
  return uploadId;
}

/** Lets a program with this name read the user's notes. */
async function allowProgram(app: WebApp, name: string, decide: (body: object) => Promise<unknown>): Promise<void> {
  const redirect_uri = `${app.url}/health`;
  const body = JSON.stringify({ client_name: name, redirect_uris: [redirect_uri] });
  const registered = await fetch(`${app.url}/v1/oauth/register`, { method: 'POST', body });
  const { client_id } = (await registered.json()) as { client_id: string };
  const code_challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url');
  const request = { response_type: 'code', client_id, redirect_uri, code_challenge, code_challenge_method: 'S256' };
  await decide({ request: new URLSearchParams({ ...request, state: 'x' }).toString(), allowed: true });
}

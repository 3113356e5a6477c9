// Uses the TypeScript package as a consumer does. Prints what it found as JSON.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  createSotto,
  listNotes,
  NotFoundError,
  RequestTimeoutError,
  uploadNote,
  ValidationError,
  verifyWebhook,
  WebhookSignatureError,
} from 'sotto-sdk';
import { Webhook } from 'standardwebhooks';

const { SOTTO_URL: baseUrl, SOTTO_TOKEN: token, SAMPLE, SILENT_PORT } = process.env;
const sotto = createSotto({ baseUrl, token });
const caught = async (work) => {
  try {
    await work();
  } catch (error) {
    return error;
  }
};

// Before any upload: its refusal comes as an error of the same kind.
const stranger = createSotto({ baseUrl, token: 'sotto_pat_of_nobody', maxRetries: 0 });
const audio = await readFile(SAMPLE);
const refused = [await caught(() => stranger.GET('/v1/app/me')), await caught(() => uploadNote(stranger, audio))].map(
  (error) => error instanceof AuthenticationError && error instanceof ApiError && error.status === 401,
);

const unknown = { path: { note_id: crypto.randomUUID() } };
const missing = await caught(() => sotto.GET('/v1/public-api/notes/{note_id}', { params: unknown }));
const invalid = await caught(() => sotto.GET('/v1/public-api/notes', { params: { query: { limit: 1000 } } }));
const silent = createSotto({ baseUrl: `http://127.0.0.1:${SILENT_PORT}`, timeoutMs: 100, maxRetries: 1 });
const slow = await caught(() => silent.GET('/v1/app/me'));
const nowhere = createSotto({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
const away = await caught(() => nowhere.GET('/v1/app/me'));

const steps = [];
const uploadId = crypto.randomUUID();
const options = { uploadId, title: 'From the SDK', onProgress: (sent, total) => steps.push([sent, total]) };
const first = await uploadNote(sotto, new Blob([audio]), options);
const { signal } = new AbortController();
let listeners = 0;
for (const [method, change] of [
  ['addEventListener', 1],
  ['removeEventListener', -1],
]) {
  const original = signal[method].bind(signal);
  signal[method] = (...args) => {
    listeners += change;
    original(...args);
  };
}
const second = await uploadNote(sotto, audio, { ...options, signal });
await sotto.POST('/v1/app/tags', { body: { name: `sdk ${uploadId}` } });
const ids = [];
for await (const note of listNotes(sotto, { limit: 1 })) ids.push(note.note_id);

const secret = 'whsec_c2VjcmV0IG9mIHRoaXMgdGVzdA==';
const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: { message: 'Hello' } });
const headers = {
  'Webhook-Id': 'msg_1',
  'Webhook-Timestamp': String(Math.floor(Date.now() / 1000)),
  'Webhook-Signature': new Webhook(secret).sign('msg_1', new Date(), body),
};
const other = 'whsec_YW5vdGhlciBzZWNyZXQ=';
const forged = await caught(() => verifyWebhook(body, headers, other));

process.stdout.write(
  JSON.stringify({
    refused,
    missing: missing instanceof NotFoundError && missing.requestId?.startsWith('req_'),
    invalid: invalid instanceof ValidationError && invalid.problems[0]?.loc.join('.'),
    slow: slow instanceof RequestTimeoutError,
    away: away instanceof ConnectionError,
    released: listeners === 0,
    sameNote: first.noteId === second.noteId,
    sent: steps.some(([sent, total]) => sent === audio.length && total === audio.length),
    listed: ids.includes(first.noteId) && new Set(ids).size === ids.length,
    verified: verifyWebhook(body, new Headers(headers), [other, secret]).data.message,
    forged: forged instanceof WebhookSignatureError,
  }),
);
process.exit();

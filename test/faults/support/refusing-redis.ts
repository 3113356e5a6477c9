import { expect } from 'bun:test';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { noteWorkflowId } from '../../../contracts/workflow-ids.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { checkIndex } from '../../support/check-index.ts';
import { type Answer, sampleAudio } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import type { ProxiedService } from './proxied-service.ts';
import { expectRefusal } from './refusal.ts';
import { beginWork, expectDone, logOf, PATIENCE } from './work-under-way.ts';

/** How Redis begins to refuse writes, and accepts them again. */
export interface Refusal {
  begin(service: ProxiedService): Promise<unknown>;
  end(service: ProxiedService): Promise<unknown>;
  /** False when attempts continue: a full Redis accepts a script that first removes data, as the scripts of attempts do. */
  readonly holdsAttempts: boolean;
}

export const REFUSALS = {
  full: {
    begin: ({ base }) => base.redis.redis.config('SET', 'maxmemory', '1'),
    end: ({ base }) => base.redis.redis.config('SET', 'maxmemory', '0'),
    holdsAttempts: false,
  },
  'a replica that may only be read': {
    begin: ({ base }) => base.redis.redis.call('REPLICAOF', '127.0.0.1', '1'),
    end: ({ base }) => base.redis.redis.call('REPLICAOF', 'NO', 'ONE'),
    holdsAttempts: true,
  },
} satisfies Record<string, Refusal>;

/**
 * Makes Redis refuse writes during a note, a webhook, an event that waits for its second attempt, a dictation
 * that is to be stored, and an upload. Callers are refused. The other work waits and completes afterwards.
 */
export async function refuseWrites(service: ProxiedService, refusal: Refusal): Promise<void> {
  const { receiver, speech } = service;
  const work = await beginWork(service);
  const dictation = await beginKeptDictation(service);
  const upload = await beginUpload(service);
  speech.answer(() => Response.json({ text: 'hello' }));
  receiver.answerWith(500);
  const waiting = await takeWaitingNote(service);
  const [told = '', heard = ''] = work.noteIds;

  await refusal.begin(service);
  try {
    receiver.answerWith(204);
    work.letGo();
    upload.letGo();
    expectRefusal(await upload.answer);
    expectRefusal(await dictation.answer);
    for (const call of writes(service, heard)) expectRefusal(await call());
    for (const path of reads(service, heard))
      expect([path, (await service.call('GET', path)).status]).toEqual([path, 200]);
    await heldBack(service, { told, heard, waiting }, refusal);
  } finally {
    await refusal.end(service);
  }
  for (const noteId of [told, heard, waiting]) await expectDone(service, noteId);
  expect((await logOf(service, waiting)).map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
    ['succeeded', 2],
    ['failed', 1],
  ]);
  await nothingLeftOf(service, upload.noteId, dictation.id);
  await keepsDictation(service);
  expect(await checkIndex(service.base.redis.redis, service.user.userId)).toEqual([]);
}

/** None of it has progressed, although the speech engine and the receiver have answered. */
async function heldBack(
  service: ProxiedService,
  notes: { told: string; heard: string; waiting: string },
  { holdsAttempts }: Refusal,
) {
  const { client } = service.base;
  await eventually(
    'the note was tried again',
    async () => {
      const { raw } = await client.workflow.getHandle(noteWorkflowId(notes.heard, 1)).describe();
      return raw.pendingActivities?.some(({ attempt }) => (attempt ?? 0) >= 3);
    },
    PATIENCE,
  );
  expect((await service.note(notes.heard)).status).toBe('processing');
  // The end of a request may still be recorded, because that frees memory.
  for (const { outcome } of await logOf(service, notes.told)) expect(outcome).toBe('succeeded');
  const [failed] = await logOf(service, notes.waiting);
  await eventually(
    'its second attempt was due',
    () => Date.now() > Date.parse(failed?.next_attempt_at ?? '') + 1_000,
    PATIENCE,
  );
  if (holdsAttempts) expect(sentFor(service, notes.waiting)).toHaveLength(1);
  else await eventually('it was sent', () => sentFor(service, notes.waiting).length === 2, PATIENCE);
}

const sentFor = (service: ProxiedService, noteId: string) =>
  service.receiver.requests.filter(({ body }) => JSON.parse(body).data.note_id === noteId);

/** A note whose event was answered with 500. Its second attempt is due after 5 seconds. */
async function takeWaitingNote(service: ProxiedService): Promise<string> {
  const { body } = await service.upload();
  await eventually(
    'its first attempt has failed',
    async () => (await logOf(service, body.note_id)).length === 1,
    PATIENCE,
  );
  return body.note_id;
}

/** A dictation with `store=true` whose speech is being recognized. */
async function beginKeptDictation(service: ProxiedService) {
  const asked = service.speech.requests.length;
  const id = crypto.randomUUID();
  const answer = service.dictate({ source: 'smart', audio: await sampleAudio(), store: 'true', transcription_id: id });
  await eventually('the speech engine has it', () => service.speech.requests.length > asked, PATIENCE);
  return { id, answer };
}

/** An upload that is half complete. */
async function beginUpload(service: ProxiedService) {
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>();
  const before = new Set(await recordings(service));
  const audio = await sampleAudio();
  const head = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\nContent-Type: audio/flac\r\n\r\n';
  const encode = (text: string) => new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encode(head));
      controller.enqueue(audio.subarray(0, audio.length / 2));
      await go;
      controller.enqueue(audio.subarray(audio.length / 2));
      controller.enqueue(encode('\r\n--x--\r\n'));
      controller.close();
    },
  });
  const headers = { authorization: `Bearer ${service.user.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const answer: Promise<Answer> = service.call('POST', '/v1/app/notes', undefined, { headers, body });
  const name = await eventually(
    'the upload has begun',
    async () => (await recordings(service)).find((one) => !before.has(one)),
    PATIENCE,
  );
  return { noteId: name.split('.')[0] ?? '', letGo, answer };
}

async function recordings(service: ProxiedService): Promise<string[]> {
  const folder = join(service.base.home, 'recordings', 'notes', service.user.userId);
  return existsSync(folder) ? readdir(folder) : [];
}

/** One call of each kind that writes. */
function writes(service: ProxiedService, noteId: string): (() => Promise<Answer>)[] {
  const endpoint = `/v1/app/webhook-endpoints/${service.endpointId}`;
  const json =
    (method: string, path: string, body: object, headers = {}) =>
    () =>
      service.call(method, path, JSON.stringify(body), {
        headers: { authorization: `Bearer ${service.user.token}`, ...headers },
      });
  return [
    service.upload,
    () => service.dictate(),
    () => service.feedback(),
    json('POST', '/v1/app/sign-in', { email: 'ada@example.org' }),
    json('POST', '/v1/app/tags', { name: crypto.randomUUID() }),
    json('PATCH', `/v1/app/notes/${noteId}`, { title: 'changed' }),
    json('DELETE', `/v1/app/notes/${noteId}`, {}),
    json('POST', '/v1/app/webhook-endpoints', { url: service.receiver.url }),
    json('PATCH', endpoint, { description: 'changed' }),
    json('POST', `${endpoint}/rotate-secret`, {}),
    json('POST', `${endpoint}/test`, {}, { 'idempotency-key': crypto.randomUUID() }),
  ];
}

/** Calls that need no write. */
const reads = (service: ProxiedService, noteId: string) => [
  '/v1/app/me',
  '/v1/app/notes',
  `/v1/app/notes/${noteId}`,
  `/v1/public-api/notes/${noteId}`,
  `/v1/public-api/notes/${noteId}/audio-url`,
  '/v1/public-api/notes?q=hello',
  '/v1/app/tags',
  `/v1/app/webhook-endpoints/${service.endpointId}/attempts`,
];

/** Refused calls left nothing: no note, no recording, no dictation. */
async function nothingLeftOf(service: ProxiedService, noteId: string, dictationId: string): Promise<void> {
  const { redis } = service.base.redis;
  const { organizationId } = service.customer;
  expect((await service.call('GET', `/v1/app/notes/${noteId}`)).status).toBe(404);
  expect((await recordings(service)).filter((name) => name.startsWith(noteId))).toEqual([]);
  expect(await redis.exists(keys.dictation(organizationId, dictationId))).toBe(0);
  const kept = join(service.base.home, 'recordings', 'dictations', organizationId);
  expect(existsSync(kept) ? await readdir(kept) : []).toEqual([]);
}

/** The same dictation is stored when the caller retries it as told. */
async function keepsDictation(service: ProxiedService): Promise<void> {
  const { organizationId } = service.customer;
  const id = crypto.randomUUID();
  const fields = { source: 'smart', audio: await sampleAudio(), store: 'true', transcription_id: id };
  const again = async () => (await service.dictate(fields)).status === 200;
  await eventually('a dictation is kept', again, PATIENCE);
  const { redis } = service.base.redis;
  const { audio } = JSON.parse((await redis.get(keys.dictation(organizationId, id))) ?? '{}') as { audio: string };
  expect(existsSync(join(service.base.home, 'recordings', audio))).toBe(true);
}

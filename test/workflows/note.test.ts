import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { noteMessageId, noteWorkflowId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import type { Piece } from '../../speech/types.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { createWebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
import { join as joinSamples, SAMPLE, samplesOf, silence, wav } from '../speech/support.ts';
import { SECRET } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { endServer, spawnServer } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { type NoteService, startNoteService, startNoteUser } from '../support/notes.ts';
import { scan } from '../support/scan.ts';
import { runtimeCommand } from '../support/spawn.ts';

setDefaultTimeout(180_000);

let service: NoteService;
beforeAll(async () => {
  service = await startNoteService();
});
afterAll(async () => {
  await Promise.all(spawned.map((worker) => endServer(worker)));
  await service.stop();
});

type User = Awaited<ReturnType<typeof startNoteUser>>;

const finished = ({ call }: User, noteId: string) =>
  eventually(
    'the note is processed',
    async () => {
      const { body } = await call('GET', `/notes/${noteId}`);
      return body.status === 'processing' ? undefined : body;
    },
    { timeoutMs: 120_000, intervalMs: 100 },
  );

const spawned: ChildProcess[] = [];

/** A worker that is started like an operator's, with this service's servers. */
function spawnWorker(): ChildProcess {
  const [command, args] = runtimeCommand('bun', 'worker/main.ts');
  const worker = spawnServer(command, args, {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'silent',
      SOTTO_HOME: join(service.api.folder, 'home'),
      SOTTO_SECRET: SECRET,
      RECORDINGS: service.api.folder,
      REDIS_URL: service.api.redis.url,
      TEMPORAL_ADDRESS: service.address,
      TEMPORAL_NAMESPACE: service.namespace,
    },
  });
  spawned.push(worker);
  return worker;
}

test('a recording continues after its last finished piece when the worker is killed', async () => {
  await service.stopTranscription();
  const first = spawnWorker();
  const user = await startNoteUser(service);
  const voice = joinSamples(await samplesOf(SAMPLE), silence(1));
  const long = wav([joinSamples(...Array.from({ length: 7 }, () => voice))]);
  const { body } = await user.upload(new Uint8Array(long), {}, 'audio/wav');
  const key = `v1:{${user.userId}}:pieces:${body.note_id}:1`;
  const options = { timeoutMs: 90_000 };
  const kept = await eventually('a piece is finished', () => service.redis.lindex(key, 0), options);
  first.kill('SIGKILL');
  // The next worker does not transcribe finished pieces again, so it does not notice that the words were changed.
  const piece = JSON.parse(kept) as Piece;
  const marked = { ...piece, segments: [{ speaker: null, start: 0, end: piece.end, text: 'Taken over.' }] };
  await service.redis.lset(key, 0, JSON.stringify(marked));
  const second = spawnWorker();
  const note = await finished(user, body.note_id);
  await endServer(second, 30_000);
  expect(note).toMatchObject({ status: 'completed', duration_seconds: expect.closeTo(84, 1) });
  expect(note.transcript).toStartWith('Taken over. ');
  expect(note.transcript).toContain('ask not what your country');
  expect(await service.redis.exists(key)).toBe(0);
  await service.startTranscription();
});

test('a note waits while the speech server refuses the key, and completes once it accepts the key', async () => {
  let refused = 0;
  service.openai.answer(() => {
    refused += 1;
    return Response.json({ error: { message: 'wrong key' } }, { status: 401 });
  });
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  await eventually('it is tried again', () => refused >= 2, { timeoutMs: 30_000 });
  expect((await user.call('GET', `/notes/${body.note_id}`)).body).toMatchObject({
    status: 'processing',
    error_message: null,
  });
  service.openai.answer(() => Response.json({ text: 'Budget meeting tomorrow.' }));
  const run = service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1));
  expect(await run.result()).toEqual({ outcome: 'completed' });
});

test('stereo with a voice on each side gives speakers in time order, mono gives none', async () => {
  const voice = await samplesOf(SAMPLE);
  const pause = silence(12);
  const stereo = wav([joinSamples(voice, pause), joinSamples(pause, voice)]);
  let asked = 0;
  service.openai.answer(() => Response.json({ text: `voice ${asked++}` }));
  const user = await startNoteUser(service);
  const two = await finished(user, (await user.upload(new Uint8Array(stereo), {}, 'audio/wav')).body.note_id);
  const segments = two.transcript_segments as { speaker: string | null; start: number }[];
  expect(new Set(segments.map((segment) => segment.speaker))).toEqual(new Set(['speaker_0', 'speaker_1']));
  expect(segments.map((segment) => segment.start)).toEqual(
    segments.map((segment) => segment.start).sort((a, b) => a - b),
  );
  const one = await finished(user, (await user.upload(new Uint8Array(SAMPLE))).body.note_id);
  expect((one.transcript_segments as { speaker: null }[]).every((segment) => segment.speaker === null)).toBe(true);
});

test('a note keeps the times of words that the engine returns, also while its pieces are stored', async () => {
  const words = [
    { word: 'Hello', start: 0.5, end: 0.9 },
    { word: 'there', start: 1, end: 1.4 },
  ];
  const segments = [{ start: 0.4, end: 1.5, text: 'Hello there.' }];
  service.openai.answer(() => Response.json({ text: 'Hello there.', segments, words }));
  const user = await startNoteUser(service);
  const note = await finished(user, (await user.upload(new Uint8Array(SAMPLE))).body.note_id);
  const [segment] = note.transcript_segments as { word_times?: number[][] }[];
  const [hello, there] = segment?.word_times ?? [];
  expect(segment?.word_times).toHaveLength(2);
  expect((there?.[0] ?? 0) - (hello?.[0] ?? 0)).toBeCloseTo(0.5, 1);
});

test('the end of a run is announced once, under an id that is the same on a repetition', async () => {
  service.openai.answer(() => Response.json({ text: 'told' }));
  const user = await startNoteUser(service);
  const settings = {
    url: 'https://example.org/hook',
    description: null,
    eventTypes: ['note.processed', 'note.failed'] as const,
  };
  const endpoints = createWebhookEndpointStore(service.redis);
  await endpoints.create(user.userId, settings, createSigningSecret());
  for (const [audio, type] of [
    [SAMPLE, 'note.processed'],
    ['no audio', 'note.failed'],
  ] as const) {
    const { body } = await user.upload(typeof audio === 'string' ? audio : new Uint8Array(audio));
    await finished(user, body.note_id);
    await service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1)).result();
    const event = service.client.workflow.getHandle(webhookEventWorkflowId(noteMessageId(body.note_id, 1)));
    const { typedSearchAttributes, searchAttributes } = await event.describe();
    expect(typedSearchAttributes).toBeDefined();
    expect(searchAttributes['SottoEventType']).toEqual([type]);
    expect((await event.describe()).type).toBe('webhookEvent');
    const [started] = (await event.fetchHistory()).events ?? [];
    expect(started?.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted).toBe(true);
  }
});

test('an operator finds a run by note, user and outcome, and Temporal contains no word of it', async () => {
  service.openai.answer(() => Response.json({ text: 'zebrafish quarterly forecast' }));
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE), { title: 'Marzipan secrets' });
  await finished(user, body.note_id);
  const handle = service.client.workflow.getHandle(noteWorkflowId(body.note_id, 1));
  await handle.result();
  const { searchAttributes } = await handle.describe();
  expect(searchAttributes).toMatchObject({
    SottoNote: [body.note_id],
    SottoUser: [user.userId],
    SottoOutcome: ['completed'],
  });
  const { events } = await handle.fetchHistory();
  const history = JSON.stringify(events, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(history).toContain(body.note_id);
  for (const word of ['zebrafish', 'quarterly', 'Marzipan', 'audio/flac']) expect(history).not.toContain(word);
});

test('deleting a note removes its words everywhere', async () => {
  service.openai.answer(() => Response.json({ text: 'platypus xylophone rendezvous' }));
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE), { title: 'Quixotic heading' });
  await finished(user, body.note_id);
  await user.call('DELETE', `/notes/${body.note_id}`);
  for (const tag of (await user.call('GET', '/tags')).body.items) await user.call('DELETE', `/tags/${tag.tag_id}`);
  const { redis, client } = service;
  // The append-only file still contains deleted data until Redis rewrites it.
  const hits = await scan({ redis, client, folders: [service.workFolder], texts: {} }, [
    'platypus',
    'xylophone',
    'Quixotic',
  ]);
  expect(hits).toEqual([]);
  expect(await checkIndex(redis, user.userId)).toEqual([]);
});

test('reconcile() starts a note whose workflow was never started', async () => {
  service.openai.answer(() => Response.json({ text: 'recovered' }));
  const user = await startNoteUser(service);
  const noteId = crypto.randomUUID();
  const { lifecycle, notes, clock } = service.api;
  const recording = await lifecycle.storeRecording(
    user.userId,
    noteId,
    Readable.from([Buffer.from(SAMPLE)]),
    'audio/flac',
  );
  await notes.create({ noteId, userId: user.userId, title: null, language: null, recordedAt: null, recording });
  clock.ms += 19_000;
  expect(await lifecycle.reconcile()).toBe(0); // another process may still be working on it
  clock.ms += 2_000;
  expect(await lifecycle.reconcile()).toBe(1);
  expect(await finished(user, noteId)).toMatchObject({ status: 'completed', transcript: 'recovered' });
  expect(await lifecycle.reconcile()).toBe(0);
});

test('reconcile() deletes a recording without a note after the upload timeout', async () => {
  const user = await startNoteUser(service);
  const noteId = crypto.randomUUID();
  const { lifecycle, clock, folder } = service.api;
  await lifecycle.storeRecording(user.userId, noteId, Readable.from([Buffer.from('audio')]), undefined);
  clock.ms += 29_000;
  expect(await lifecycle.reconcile()).toBe(0);
  expect(await readdir(join(folder, 'notes', user.userId))).toEqual([noteId]);
  clock.ms += 2_000;
  expect(await lifecycle.reconcile()).toBe(1);
  expect(await readdir(join(folder, 'notes', user.userId))).toEqual([]);
});

test('reconcile() continues with other recordings when one cannot be deleted', async () => {
  const user = await startNoteUser(service);
  const { lifecycle, clock, folder } = service.api;
  const [stuck, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await service.redis.zadd('v1:unsettled-recordings', clock.ms - 1, `${user.userId}/${stuck}`);
  await mkdir(join(folder, 'notes', user.userId, stuck), { recursive: true }); // a folder cannot be deleted like a file
  await lifecycle.storeRecording(user.userId, other, Readable.from([Buffer.from('audio')]), undefined);
  clock.ms += 80_000;
  expect(await lifecycle.reconcile()).toBe(1);
  expect(await readdir(join(folder, 'notes', user.userId))).toEqual([stuck]);
  await rm(join(folder, 'notes', user.userId, stuck), { recursive: true });
  expect(await lifecycle.reconcile()).toBe(1);
});

test('reconcile() finishes a deletion that was interrupted before the recording was deleted', async () => {
  service.openai.answer(() => Response.json({ text: 'short-lived' }));
  const user = await startNoteUser(service);
  const { body } = await user.upload(new Uint8Array(SAMPLE));
  await finished(user, body.note_id);
  const { lifecycle, notes, clock, folder } = service.api;
  await service.redis.zadd('v1:unsettled-recordings', clock.ms, `${user.userId}/${body.note_id}`);
  await notes.remove(user.userId, body.note_id);
  clock.ms += 80_000;
  expect(await lifecycle.reconcile()).toBe(1);
  expect(await readdir(join(folder, 'notes', user.userId))).toEqual([]);
});

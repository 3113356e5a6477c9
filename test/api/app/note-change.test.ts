import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Segment } from '../../../speech/types.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { startNoteUser } from '../../support/notes.ts';

const SEGMENTS = [
  { speaker: 'speaker_0', start: 0, end: 1.5, text: 'Hello ther.' },
  { speaker: 'speaker_1', start: 1.6, end: 2, text: 'Hi.' },
];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
}, 20_000);
afterAll(() => api.stop());

async function startNote() {
  const user = await startNoteUser({ api });
  const [noteId, { userId }] = [crypto.randomUUID(), user];
  const recording = { object: `notes/${userId}/${noteId}`, contentType: null, bytes: 5 };
  await api.notes.create({ noteId, userId, title: null, language: null, recordedAt: null, recording });
  const words = { status: 'completed', segments: SEGMENTS, transcript: 'Hello ther. Hi.', durationSeconds: 2 } as const;
  await api.notes.change(userId, noteId, () => words);
  const patch = (body: object) => user.call('PATCH', `/notes/${noteId}`, body);
  return { ...user, noteId, patch };
}

test('PATCH changes texts and speakers of segments, and the transcript with them', async () => {
  const { call, secret, noteId, patch } = await startNote();
  const [first, second] = SEGMENTS;
  const edited = [
    { ...first, text: 'Hello there.' },
    { ...second, speaker: 'speaker_0' },
  ];
  const { status, body } = await patch({ transcript_segments: edited });
  expect([status, body.transcript_segments, body.transcript]).toEqual([200, edited, 'Hello there. Hi.']);
  expect((await call('GET', '/notes?q=there')).body.items).toHaveLength(1);
  expect((await call('GET', '/notes?q=ther%20hi')).body.items).toHaveLength(1);
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await fetch(`${api.url}/v1/public-api/notes/${noteId}`, { headers });
  const seen = (await answer.json()) as Record<string, unknown>;
  expect(seen['transcript_segments']).toEqual(edited);
  expect(seen).not.toHaveProperty('speaker_names');
});

test('PATCH keeps the times of words whose spelling changes, and no others', async () => {
  const { call, userId, noteId, patch } = await startNote();
  const [first, second] = SEGMENTS;
  const timed = [
    {
      ...first,
      words: [
        { text: 'Hello', start: 0.1, end: 0.6 },
        { text: 'ther.', start: 0.7, end: 1.5 },
      ],
    },
    { ...second, words: [{ text: 'Hi.', start: 1.6, end: 2 }] },
  ];
  await api.notes.change(userId, noteId, () => ({ segments: timed as readonly Segment[] }));
  const times = [
    [0.1, 0.6],
    [0.7, 1.5],
  ];
  const { body: before } = await call('GET', `/notes/${noteId}`);
  expect(before.transcript_segments).toEqual([
    { ...first, word_times: times },
    { ...second, word_times: [[1.6, 2]] },
  ]);
  const edited = [
    { ...first, text: 'Hello there.' },
    { ...second, text: 'Hi, Ada.' },
  ];
  const { body } = await patch({ transcript_segments: edited });
  expect(body.transcript_segments).toEqual([{ ...edited[0], word_times: times }, edited[1]]);
});

test("PATCH stores the speakers' names, which segments and the notes API do not show", async () => {
  const { call, noteId, patch } = await startNote();
  const { body } = await patch({ speaker_names: { speaker_0: 'Ada', speaker_1: 'Ben' } });
  expect(body).toMatchObject({ speaker_names: { speaker_0: 'Ada', speaker_1: 'Ben' }, transcript_segments: SEGMENTS });
  await patch({ title: 'Hello' });
  expect((await call('GET', `/notes/${noteId}`)).body).toMatchObject({ speaker_names: { speaker_0: 'Ada' } });
});

test.each(['constructor', '__proto__', 'toString'])('PATCH stores a name for the speaker %s', async (label) => {
  const { call, noteId, patch } = await startNote();
  const names = Object.fromEntries([[label, 'Ada']]);
  expect((await patch({ speaker_names: names })).status).toBe(200);
  const { body } = await call('GET', `/notes/${noteId}`);
  expect(Object.entries((body as { speaker_names?: object }).speaker_names ?? {})).toEqual([[label, 'Ada']]);
});

test.each([
  ['other times', { transcript_segments: SEGMENTS.map((segment) => ({ ...segment, start: 0.5 })) }],
  ['fewer segments', { transcript_segments: SEGMENTS.slice(1) }],
  ['no segments', { transcript_segments: [] }],
  ['an empty text', { transcript_segments: SEGMENTS.map((segment) => ({ ...segment, text: '' })) }],
  ['a transcript as well', { transcript: 'Hello', transcript_segments: SEGMENTS }],
  ['an empty name', { speaker_names: { speaker_0: '' } }],
  ['a name that is not a text', { speaker_names: { speaker_0: 7 } }],
  ['a name that is not a text, of a speaker with a line break', { speaker_names: { 'a\nb': 5 } }],
])('PATCH refuses segments or names with %s', async (_, body) => {
  const { call, noteId, patch } = await startNote();
  expect((await patch(body)).status).toBe(422);
  expect((await call('GET', `/notes/${noteId}`)).body.transcript_segments).toEqual(SEGMENTS);
});

test('GET peaks returns the peaks after processing, and 404 before', async () => {
  const { call, userId, noteId } = await startNote();
  expect((await call('GET', `/notes/${noteId}/peaks`)).status).toBe(404);
  await api.notes.change(userId, noteId, () => ({ peaks: Buffer.from([0, 128, 255]).toString('base64') }));
  const { status, body } = await call('GET', `/notes/${noteId}/peaks`);
  expect([status, body]).toEqual([200, { peaks: [0, 128, 255], duration_seconds: 2 } as never]);
});

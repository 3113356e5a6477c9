import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { describeRefusal } from '../../web/app/api/client.ts';
import { listQuery, NO_FILTERS } from '../../web/app/api/notes.ts';
import type { Note } from '../../web/app/api/types.ts';
import { applyEvent, type LiveText, NOTHING_SAID } from '../../web/app/live/live-text.ts';
import { segmentAt, speakerName, speakersOf, wordAt, wordsOf } from '../../web/app/notes/speakers.ts';
import { atOnce } from '../../web/app/record/at-once.ts';
import { sortFiles } from '../../web/app/record/file-kinds.ts';
import { isRefusal } from '../../web/app/record/tus.ts';
import { wholeElementsLength } from '../../web/app/record/whole-elements.ts';
import { describeOutcome, describeTrigger } from '../../web/app/settings/attempt-words.ts';
import { browserName } from '../../web/app/settings/browser-name.ts';
import { matches } from '../../web/app/state/matches.ts';
import { formatBytes, formatDay, formatDuration, formatListTime, formatWhen } from '../../web/app/ui/format.ts';

const segment = (speaker: string | null, start: number | null) => ({ speaker, start, end: null, text: 'words' });

describe('wholeElementsLength()', () => {
  test.each(['ask-live.webm', 'ask.webm'])(
    'takes all of %s, and without its last byte all but the last block',
    async (name) => {
      const file = new Uint8Array(await readFile(new URL(`../speech/fixtures/${name}`, import.meta.url)));
      expect(wholeElementsLength(file)).toBe(file.length);
      const cut = wholeElementsLength(file.subarray(0, file.length - 1));
      expect(cut).toBeLessThan(file.length);
      expect(cut).toBeGreaterThan(file.length / 2);
      expect(wholeElementsLength(file.subarray(0, cut))).toBe(cut);
    },
  );

  test('returns 0 for an incomplete header', () => {
    expect(wholeElementsLength(Uint8Array.of(0x1a, 0x45))).toBe(0);
    expect(wholeElementsLength(new Uint8Array())).toBe(0);
  });
});

describe('segmentAt()', () => {
  const segments = [segment('speaker_0', 0.5), segment('speaker_1', 2), segment('speaker_0', null)];

  test.each([
    [0, -1],
    [0.5, 0],
    [1.96, 1],
    [9, 1],
  ])('at %f s returns segment %d', (time, index) => {
    expect(segmentAt(segments, time)).toBe(index);
  });
});

describe('wordsOf()', () => {
  const timed = {
    ...segment(null, 1),
    text: ' So we agreed. ',
    word_times: [
      [1, 1.2],
      [1.2, 1.5],
      [2, 2.5],
    ],
  };

  test('returns each word with its start and the white space after it', () => {
    expect(wordsOf(timed)).toEqual([
      { text: 'So ', start: 1 },
      { text: 'we ', start: 1.2 },
      { text: 'agreed.', start: 2 },
    ]);
  });

  test('returns undefined without times, or with the times of another text', () => {
    expect(wordsOf(segment(null, 1))).toBeUndefined();
    expect(wordsOf({ ...timed, text: 'So we all agreed.' })).toBeUndefined();
    expect(wordsOf({ ...timed, text: null })).toBeUndefined();
  });

  test.each([
    [0.5, -1],
    [1.15, 1],
    [1.9, 1],
    [9, 2],
  ])('and wordAt() at %f s returns word %d', (time, index) => {
    expect(wordAt(wordsOf(timed) ?? [], time)).toBe(index);
  });
});

test('speakerName() prefers the name that the user gave', () => {
  expect(speakerName('speaker_0', {})).toBe('Speaker 1');
  expect(speakerName('speaker_0', { speaker_0: 'Ada' })).toBe('Ada');
  expect(speakerName('Agent', {})).toBe('Agent');
});

test.each(['constructor', '__proto__', 'toString'])('speakerName() shows the label %s', (label) => {
  expect(speakerName(label, {})).toBe(label);
  expect(speakerName(label, Object.fromEntries([[label, 'Ada']]))).toBe('Ada');
});

test('speakersOf() returns each speaker once, in order, and none for segments without speakers', () => {
  expect(speakersOf([segment('b', 0), segment('a', 1), segment('b', 2), segment(null, 3)])).toEqual(['b', 'a']);
});

test('isRefusal() returns true for a refusal, and false for a temporary error', () => {
  const statuses = [0, 400, 401, 403, 404, 408, 409, 413, 415, 423, 425, 429, 500, 503];
  expect(statuses.filter(isRefusal)).toEqual([400, 403, 404, 413, 415]);
});

const ATTEMPT = {
  outcome: 'succeeded' as const,
  attempt_id: 'msg_1.1',
  at: '2026-01-01T00:00:00Z',
  message_id: 'msg_1',
  event_type: 'ping' as const,
  note_id: null,
  trigger: 'ping' as const,
  attempt: 1,
  status_code: null,
  failure: null,
  reason: null,
  location: null,
  duration_ms: null,
  next_attempt_at: null,
  repeated: false,
};

test.each([
  [{ outcome: 'succeeded', status_code: 204 }, 'Delivered: 204'],
  [{ outcome: 'failed', status_code: 503, failure: 'status' }, '503: The status is not 2xx'],
  [{ outcome: 'failed', failure: 'dns_error' }, 'The host name cannot be resolved'],
  [{ outcome: 'failed', failure: 'of_a_newer_version' as 'gone' }, 'of a newer version'],
  [{ outcome: 'skipped', reason: 'endpoint_disabled' }, 'Not sent: The endpoint was disabled'],
  [{ outcome: 'ended', reason: null }, 'Ended'],
] as const)('describeOutcome() says how %o ended', (part, words) => {
  expect(describeOutcome({ ...ATTEMPT, ...part })).toBe(words);
});

test.each([
  [{}, 'Ping'],
  [{ trigger: 'automatic', attempt: 3 }, 'Automatic, attempt 3'],
  [{ trigger: 'automatic', attempt: 2, repeated: true }, 'Automatic, attempt 2, repeated after a crash'],
] as const)('describeTrigger() of %o', (part, words) => {
  expect(describeTrigger({ ...ATTEMPT, ...part })).toBe(words);
});

test.each([
  [{ q: 'BUD plan' }, true],
  [{ q: 'budget garden' }, false],
  [{ tagIds: ['other', 'work'] }, true],
  [{ tagIds: ['other'] }, false],
  [{ from: '2026-02-03', to: '2026-02-03' }, true],
  [{ from: '2026-02-04' }, false],
  [{ to: '2026-02-02' }, false],
])('matches() of a note on this device with %j is %j', (filters, found) => {
  const created_at = new Date('2026-02-03T12:00').toISOString();
  const note = { title: 'Budget', summary: null, transcript: 'The plan.', tags: [{ tag_id: 'work' }], created_at };
  expect(matches(note as unknown as Note, { ...NO_FILTERS, ...filters })).toBe(found);
});

describe('listQuery()', () => {
  test('has only the page size without filters', () => {
    expect(listQuery(NO_FILTERS, null).toString()).toBe('limit=30');
  });

  test('contains the words, every tag and the cursor', () => {
    const query = listQuery({ ...NO_FILTERS, q: ' budget ', tagIds: ['a', 'b'] }, 'next');
    expect(query.toString()).toBe('limit=30&q=budget&tag_id=a&tag_id=b&cursor=next');
  });

  test("covers whole days in the reader's time zone, although the limits of the API are exclusive", () => {
    const query = listQuery({ ...NO_FILTERS, from: '2026-02-03', to: '2026-02-03' }, null);
    const after = Date.parse(query.get('created_after') ?? '');
    const before = Date.parse(query.get('created_before') ?? '');
    expect(after).toBe(new Date('2026-02-03T00:00').getTime() - 1);
    expect(before).toBe(new Date('2026-02-04T00:00').getTime());
  });
});

test.each([
  [404, { detail: 'Note not found' }, 'Note not found'],
  [422, { detail: [{ loc: ['body', 'event_types'], msg: 'Field required' }] }, 'event types: Field required'],
  [502, undefined, 'Something went wrong in Sotto. Try again in a moment'],
  [418, {}, 'Sotto rejected the request (418)'],
])('describeRefusal() describes %d with %o', (status, body, words) => {
  expect(describeRefusal(status, body)).toBe(words);
});

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3_723, '1:02:03'],
  [-1, '0:00'],
])('formatDuration(%f) is %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test('formatBytes() chooses the unit', () => {
  expect([0, 999, 92_000, 16_777_216].map(formatBytes)).toEqual(['0 byte', '999 byte', '92 kB', '16.8 MB']);
});

test('formatWhen() and formatListTime() name recent days, and show the year of a date in another year', () => {
  const now = new Date('2026-06-17T12:00').getTime();
  const at = (time: string) => new Date(time).toISOString();
  const times = ['2026-06-17T09:05', '2026-06-16T09:05', '2026-06-12T09:05', '2026-06-01T09:05', '2025-06-01T09:05'];
  const spaces = (text: string) => text.replace(/\s/g, ' ');
  expect(times.map((time) => spaces(formatWhen(at(time), now)))).toEqual([
    ...['9:05 AM', 'Yesterday, 9:05 AM', 'Friday, 9:05 AM', 'June 1', 'June 1, 2025'],
  ]);
  expect(times.map((time) => spaces(formatListTime(at(time), now)))).toEqual([
    ...['9:05 AM', 'Yesterday', 'Friday', 'June 1', 'June 1, 2025'],
  ]);
});

test('formatDay() returns the same day in every time zone', () => {
  expect(formatDay('2026-11-01')).toBe('Nov 1');
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [null, 'A browser'],
])('browserName(%p) is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

describe('applyEvent()', () => {
  const item = { item_id: 'a', content_index: 0 };
  const type = (name: string) => `conversation.item.input_audio_transcription.${name}`;
  const said = (events: readonly Record<string, unknown>[]) => events.reduce<LiveText>(applyEvent, NOTHING_SAID);

  test('adds words, shows provisional words, and replaces both with the final text', () => {
    const events = [
      { type: type('provisional'), ...item, transcript: 'and so' },
      { type: type('delta'), ...item, delta: 'and' },
      { type: type('provisional'), ...item, transcript: 'so my' },
    ];
    expect(said(events)).toEqual({ utterances: [{ id: 'a', text: 'and' }], provisional: 'so my' });
    const final = { type: type('completed'), ...item, transcript: 'And so, my.' };
    expect(said([...events, { type: 'input_audio_buffer.committed', item_id: 'a' }, final])).toEqual({
      utterances: [{ id: 'a', text: 'And so, my.' }],
      provisional: '',
    });
  });

  test('keeps utterances in the order of speech, and ignores other events', () => {
    const delta = (id: string, words: string) => ({ type: type('delta'), item_id: id, delta: words });
    const { utterances } = said([delta('a', 'one'), delta('b', 'two'), { type: 'error' }, delta('a', ' more')]);
    expect(utterances.map(({ text }) => text)).toEqual(['one more', 'two']);
  });
});

describe('sortFiles()', () => {
  const file = (name: string, type = '', size = 1) => ({ name, type, size });
  const kindOf = (one: ReturnType<typeof file>) => {
    const { recordings, others, empty } = sortFiles([one]);
    return ['recording', 'other', 'empty'][[recordings, others, empty].findIndex(({ length }) => length === 1)];
  };

  test.each([
    ...[file('a.wav', 'audio/wav'), file('a.mov', 'video/quicktime'), file('A.M4A'), file('a.opus')],
    ...[file('a.ogg', 'application/ogg'), file('memo'), file('a.mp3', 'application/octet-stream')],
  ])('accepts %o', (one) => {
    expect(kindOf(one)).toBe('recording');
  });

  test.each([
    ...[file('a.pdf', 'application/pdf'), file('a.txt', 'text/plain'), file('.DS_Store'), file('a.unknown')],
    ...[file('wav', 'image/png'), file('a.mp3.zip', 'application/zip')],
  ])('does not take %o for a recording', (one) => {
    expect(kindOf(one)).toBe('other');
  });

  test('tells a recording without content apart', () => {
    expect(kindOf(file('a.wav', 'audio/wav', 0))).toBe('empty');
  });
});

describe('atOnce()', () => {
  test('runs the given number of tasks at a time, in order, also after one has failed', async () => {
    const begun: number[] = [];
    const tasks = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    const run = atOnce(2);
    const done = tasks.map(({ promise }, at) =>
      run(() => {
        begun.push(at);
        return promise;
      }),
    );
    expect(begun).toEqual([0, 1]);
    tasks[1]?.reject(new Error('broken'));
    await expect(done[1]).rejects.toThrow('broken');
    expect(begun).toEqual([0, 1, 2]);
    for (const task of tasks) task.resolve();
    await Promise.all([done[2], done[3]]);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});

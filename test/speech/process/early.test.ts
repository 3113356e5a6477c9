import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { type ArrivingAudio, createArrivingAudio } from '../../../speech/arriving.ts';
import { createProcessPool, type ProcessPool } from '../../../speech/process/pool.ts';
import type { Recording } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf, fixture, request, silence, wav } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(60_000);

const RECORDING = wav([silence(60)]);
const pids: number[] = [];
let pool: ProcessPool;

beforeAll(async () => {
  const write = (line: string) => {
    const { msg, pid } = JSON.parse(line);
    if (msg === 'Speech process started') pids.push(pid);
  };
  const log = pino({ level: 'debug', base: null }, { write });
  pool = createProcessPool({ settings: { transcribes: false, threads: 1 }, processes: 1, maxJobs: 1, log });
  await pool.ready();
});

afterAll(() => pool.close());

/** A recording of which all but the last bytes have arrived, and the ranges that were read. */
function arriving() {
  const audio = createArrivingAudio();
  const starts: number[] = [];
  const watched: ArrivingAudio = {
    ...audio,
    get byteLength() {
      return audio.byteLength;
    },
    lend: (start, end, use) => {
      starts.push(start);
      return audio.lend(start, end, use);
    },
  };
  watched.append(RECORDING.subarray(0, -10));
  const finish = () => {
    watched.append(RECORDING.subarray(-10));
    watched.complete();
  };
  return { audio: watched, starts, finish };
}

const requestFor = (recording: Recording) => ({ ...request(RECORDING), audio: recording });

test('decodeEarly() decodes what has arrived, and transcribe() reads only the rest', async () => {
  const { audio, starts, finish } = arriving();
  const recording = pool.openRecording(audio, 600);
  recording.decodeEarly();
  await eventually('the end of what has arrived is requested', () => starts.some((start) => start > 1_200_000));
  const before = [...starts];
  finish();
  const { durationSeconds } = await pool.transcribe(requestFor(recording), {});
  expect(durationSeconds).toBeCloseTo(60, 3);
  expect(before).toContain(0);
  expect(starts.slice(before.length)).not.toContain(0);
  recording.close();
});

test('decodeEarly() takes no place from a job, and close() ends it', async () => {
  const { audio, starts } = arriving();
  const recording = pool.openRecording(audio, 600);
  recording.decodeEarly();
  await eventually('the recording is read', () => starts.length > 0);
  expect(await failureOf(pool.transcribe(request(fixture('yes.flac')), {}))).toBe('none');
  recording.close();
  await eventually('the place is free', () => pool.transcribe(request(fixture('yes.flac')), {}));
});

test('transcribe() starts again on the next process if the one that decoded early died', async () => {
  const { audio, starts, finish } = arriving();
  const recording = pool.openRecording(audio, 600);
  recording.decodeEarly();
  await eventually('the recording is read', () => starts.length > 0);
  const before = pids.length;
  process.kill(pids.at(-1) ?? -1, 'SIGKILL');
  await eventually('another process', () => pids.length > before);
  finish();
  expect((await pool.transcribe(requestFor(recording), {})).durationSeconds).toBeCloseTo(60, 3);
});

test('a recording whose early decoding ended a process may end one more, not two', async () => {
  const { audio, starts } = arriving();
  const recording = pool.openRecording(audio, 600);
  recording.decodeEarly();
  const before = pids.length;
  await eventually('the recording is read', () => starts.length > 0);
  process.kill(pids.at(-1) ?? -1, 'SIGKILL');
  await eventually('another process', () => pids.length > before);
  const read = starts.length;
  const work = failureOf(pool.transcribe(requestFor(recording), {}));
  await eventually('the recording is read again', () => starts.length > read);
  process.kill(pids.at(-1) ?? -1, 'SIGKILL');
  expect(await work).toBe('engine_unavailable');
});

test('transcribe() fails if the rest of the recording does not arrive', async () => {
  const { audio } = arriving();
  const work = failureOf(pool.transcribe(requestFor(pool.openRecording(audio, 600)), {}));
  audio.fail(new Error('the caller left'));
  expect(await work).toBe('engine_failed');
  await eventually('the place is free', () => pool.transcribe(request(fixture('yes.flac')), {}));
});

test.each([
  { state: 'before it is decoded', isEarly: false, isTranscribed: false },
  { state: 'while it is decoded early', isEarly: true, isTranscribed: false },
  { state: 'while the job waits for the rest of it', isEarly: false, isTranscribed: true },
  { state: 'while the job waits for the rest of what is decoded early', isEarly: true, isTranscribed: true },
])('a recording that is cancelled and closed twice $state leaves its process free', async (given) => {
  const { audio, starts } = arriving();
  const recording = pool.openRecording(audio, 600);
  const before = [...pids];
  const caller = new AbortController();
  if (given.isEarly) {
    recording.decodeEarly();
    await eventually('the recording is read', () => starts.length > 0);
  }
  const work = given.isTranscribed
    ? failureOf(pool.transcribe({ ...requestFor(recording), signal: caller.signal }, {}))
    : undefined;
  await eventually('the job reads', () => !given.isTranscribed || starts.length > 0);
  caller.abort();
  audio.fail(new Error('the caller left'));
  recording.close();
  recording.close();
  expect(await work).toBe(given.isTranscribed ? 'cancelled' : undefined);
  expect(await failureOf(pool.transcribe({ ...requestFor(recording), signal: caller.signal }, {}))).toBe('cancelled');
  await eventually('the place is free', () => pool.transcribe(request(fixture('yes.flac')), {}));
  expect(pids).toEqual(before);
});

test('transcribe() uses the process with the fewest jobs, however many stalled recordings it has', async () => {
  const started: number[] = [];
  let deaths = 0;
  const write = (line: string) => {
    const { msg, pid } = JSON.parse(line);
    if (msg === 'Speech process started') started.push(pid);
    if (msg === 'Speech process died during a job') deaths += 1;
  };
  const log = pino({ level: 'debug', base: null }, { write });
  const two = createProcessPool({ settings: { transcribes: false, threads: 1 }, processes: 2, maxJobs: 4, log });
  const uploads = Array.from({ length: 5 }, arriving);
  const recordings = uploads.map(({ audio }) => two.openRecording(audio, 600));
  const transcribe = (index: number) => two.transcribe(requestFor(recordings[index] as Recording), {});
  try {
    await two.ready();
    // Only the second one ends.
    for (const recording of recordings.slice(0, 3)) recording.decodeEarly();
    uploads[1]?.finish();
    await transcribe(1);
    const works = [3, 4].map((index) => failureOf(transcribe(index)));
    await eventually('the last one is read', () => uploads[4]?.starts.includes(0) === true);
    process.kill(started[0] ?? -1, 'SIGKILL');
    await eventually('one of both jobs was on the process with the stalled recordings', () => deaths === 1);
    for (const { finish } of uploads.slice(3)) finish();
    expect(await Promise.all(works)).toEqual(['none', 'none']);
  } finally {
    await two.close();
  }
});

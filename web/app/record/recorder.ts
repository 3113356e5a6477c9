import { signal } from '@preact/signals';
import { recordingNow } from '../state/recording.ts';
import { currentUserId, whenUserLeaves } from '../state/session.ts';
import { describeMicrophoneProblem, keepAwake, openMicrophone, recordingFormat } from './microphone.ts';
import {
  appendChunk,
  beginRecording,
  completeRecording,
  recordingLock,
  removeRecording,
  requireRoom,
} from './store.ts';
import { uploadRecording } from './uploads.ts';

/** The interval at which audio is written to disk. At most one second may be lost, so it is half a second. */
const CHUNK_MS = 500;
const BITS_PER_SECOND = 64_000;

export type RecorderState =
  | { readonly kind: 'idle'; readonly problem: string | null }
  | { readonly kind: 'starting' }
  | { readonly kind: 'recording' | 'paused'; readonly stream: MediaStream }
  | { readonly kind: 'finishing' };

/** The recorder. It continues while the user visits other pages of the app. */
export const recorder = signal<RecorderState>({ kind: 'idle', problem: null });
/** Milliseconds recorded so far, and how many of them are on disk. */
export const recordedMs = signal(0);
export const storedMs = signal(0);

interface Running {
  readonly media: MediaRecorder;
  stopWanted: boolean;
}

let running: Running | undefined;

// After a sign-out, nobody would see that the microphone is on. The recording stays on this device for its owner. After
// the session expired, the page continues to record, because otherwise what the user says would be lost.
whenUserLeaves((why) => {
  if (why !== 'expired') stopRecording();
});

/** The user signed out, or another user signed in, while the recording was started. */
class UserLeftError extends Error {
  override readonly name = 'UserLeftError';
}

/** Starts a recording and waits until it has ended. Problems are shown in {@link recorder}. */
export async function startRecording(userId: string): Promise<void> {
  if (recorder.value.kind !== 'idle') return;
  recorder.value = { kind: 'starting' };
  let stream: MediaStream | undefined;
  try {
    await requireRoom();
    stream = await openMicrophone();
    const recordingId = crypto.randomUUID();
    const media = new MediaRecorder(stream, { mimeType: recordingFormat(), audioBitsPerSecond: BITS_PER_SECOND });
    const contentType = media.mimeType;
    await beginRecording({ recordingId, userId, startedAt: Date.now(), contentType, complete: false });
    await navigator.locks.request(recordingLock(recordingId), () => {
      if (currentUserId() !== userId) throw new UserLeftError('The recording was not started, because you signed out');
      return run(media, recordingId);
    });
  } catch (error) {
    turnOff(stream);
    recorder.value = { kind: 'idle', problem: describeMicrophoneProblem(error) };
  }
}

function turnOff(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export function pauseRecording(): void {
  if (recorder.value.kind !== 'recording') return;
  running?.media.pause();
  recorder.value = { ...recorder.value, kind: 'paused' };
}

export function resumeRecording(): void {
  if (recorder.value.kind !== 'paused') return;
  running?.media.resume();
  recorder.value = { ...recorder.value, kind: 'recording' };
}

/** Ends the recording and uploads it as a note. */
export function stopRecording(): void {
  if (!running || recorder.value.kind === 'finishing') return;
  running.stopWanted = true;
  recorder.value = { kind: 'finishing' };
  running.media.stop();
}

/** Records until the user stops it or the microphone is disconnected. */
async function run(media: MediaRecorder, recordingId: string): Promise<void> {
  const clock = createClock();
  const written = writeChunks(media, recordingId, clock.ms);
  media.addEventListener('pause', clock.pause);
  media.addEventListener('resume', clock.resume);
  const ended = new Promise((resolve) => media.addEventListener('stop', resolve));
  media.start(CHUNK_MS); // throws if the microphone was disconnected meanwhile

  const current: Running = { media, stopWanted: false };
  running = current;
  recordingNow.value = true;
  recordedMs.value = 0;
  storedMs.value = 0;
  const release = keepAwake();
  const ticking = setInterval(() => {
    recordedMs.value = clock.ms();
  }, 100);
  addEventListener('beforeunload', askToStay);
  recorder.value = { kind: 'recording', stream: media.stream };

  await ended;
  clearInterval(ticking);
  removeEventListener('beforeunload', askToStay);
  release();
  turnOff(media.stream);
  const { chunks, problem } = await written();
  const failed = await finish(recordingId, chunks > 0);
  const cut = current.stopWanted ? null : 'The microphone was disconnected. The recording so far is saved';
  running = undefined;
  recordingNow.value = false;
  recorder.value = { kind: 'idle', problem: problem ?? failed ?? cut };
}

/**
 * Writes each chunk to disk when it is recorded. A failure ends the recording: a file with a gap could not be played.
 * @returns a function that waits until all is written
 */
function writeChunks(media: MediaRecorder, recordingId: string, recordedMsNow: () => number) {
  let chunks = 0;
  let problem: string | null = null;
  let written = Promise.resolve();
  function fail(text: string): void {
    problem ??= text;
    if (media.state !== 'inactive') media.stop();
  }
  async function write(position: number, data: Blob, untilMs: number): Promise<void> {
    if (problem !== null) return;
    try {
      await appendChunk(recordingId, position, await data.arrayBuffer(), untilMs);
      storedMs.value = untilMs;
    } catch {
      fail('This device has no free space left. The recording is saved up to this point');
    }
  }
  media.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    const [position, untilMs] = [chunks++, recordedMsNow()];
    written = written.then(() => write(position, data, untilMs));
  });
  media.addEventListener('error', () => fail('The recording was interrupted. It is saved up to this point'));
  return async () => {
    await written;
    return { chunks, problem };
  };
}

/** @returns a problem or null. After a problem, the app offers the recording when it is opened again */
async function finish(recordingId: string, hasSound: boolean): Promise<string | null> {
  try {
    if (!hasSound) await removeRecording(recordingId);
    else await completeRecording(recordingId);
  } catch {
    return 'The recording is saved on this device. Reload the page to upload it';
  }
  if (hasSound) void uploadRecording(recordingId);
  return null;
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Measures the recorded time without pauses. */
function createClock() {
  let before = 0;
  let since: number | undefined = performance.now();
  return {
    ms: () => before + (since === undefined ? 0 : performance.now() - since),
    pause: () => {
      if (since !== undefined) before += performance.now() - since;
      since = undefined;
    },
    resume: () => {
      since ??= performance.now();
    },
  };
}

import { signal } from '@preact/signals';
import { whenUserLeaves } from '../state/session.ts';
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
  readonly recordingId: string;
  /** Resolves when every chunk is on disk. */
  written: Promise<void>;
  stopWanted: boolean;
}

let running: Running | undefined;

// Nobody would see that the microphone is on. The recording stays on this device for its owner.
whenUserLeaves(stopRecording);

/** Starts a recording. Problems are shown in {@link recorder}. */
export async function startRecording(userId: string): Promise<void> {
  if (recorder.value.kind !== 'idle') return;
  recorder.value = { kind: 'starting' };
  try {
    await requireRoom();
    const stream = await openMicrophone();
    const recordingId = crypto.randomUUID();
    const media = new MediaRecorder(stream, { mimeType: recordingFormat(), audioBitsPerSecond: BITS_PER_SECOND });
    await beginRecording({
      recordingId,
      userId,
      startedAt: Date.now(),
      contentType: media.mimeType,
      complete: false,
    });
    void holdLock(recordingId, () => run(media, recordingId, stream));
  } catch (error) {
    recorder.value = { kind: 'idle', problem: describeMicrophoneProblem(error) };
  }
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

function holdLock(recordingId: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks.request(recordingLock(recordingId), work);
}

/** Records until the user stops it or the microphone is disconnected. */
async function run(media: MediaRecorder, recordingId: string, stream: MediaStream): Promise<void> {
  const current: Running = { media, recordingId, written: Promise.resolve(), stopWanted: false };
  running = current;
  recordedMs.value = 0;
  storedMs.value = 0;
  const clock = createClock();
  const release = keepAwake();
  const ended = Promise.withResolvers<void>();
  let problem: string | null = null;
  let position = 0;
  const fail = (text: string) => {
    problem = text;
    if (media.state !== 'inactive') media.stop();
  };
  media.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    const [at, untilMs] = [position++, clock.ms()];
    current.written = current.written
      .then(async () => appendChunk(recordingId, at, await data.arrayBuffer(), untilMs))
      .then(() => {
        storedMs.value = untilMs;
      })
      .catch(() => fail('This device has no free space left. The recording is saved up to this point'));
  });
  media.addEventListener('pause', clock.pause);
  media.addEventListener('resume', clock.resume);
  media.addEventListener('stop', () => ended.resolve());
  media.addEventListener('error', () => fail('The recording was interrupted. It is saved up to this point'));
  const ticking = setInterval(() => {
    recordedMs.value = clock.ms();
  }, 100);
  addEventListener('beforeunload', askToStay);
  media.start(CHUNK_MS);
  recorder.value = { kind: 'recording', stream };

  await ended.promise;
  clearInterval(ticking);
  removeEventListener('beforeunload', askToStay);
  release();
  for (const track of stream.getTracks()) track.stop();
  await current.written;
  running = undefined;
  if (!current.stopWanted) problem ??= 'The microphone was disconnected. The recording so far is saved';
  await finish(recordingId, position > 0);
  recorder.value = { kind: 'idle', problem };
}

async function finish(recordingId: string, hasSound: boolean): Promise<void> {
  if (!hasSound) return removeRecording(recordingId);
  await completeRecording(recordingId);
  void uploadRecording(recordingId);
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

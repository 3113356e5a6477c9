import { computed, signal } from '@preact/signals';
import { userHeaders } from '../api/client.ts';
import { announce, stream } from '../state/events.ts';
import { online } from '../state/network.ts';
import { currentUserId, openSession, session, whenUserLeaves } from '../state/session.ts';
import { formatWhen } from '../ui/format.ts';
import { atOnce } from './at-once.ts';
import { idleRecordings, listRecordings, readRecording, removeRecording } from './store.ts';
import { isRefusal, type RunningUpload, startUpload } from './tus.ts';
import { wholeElementsLength } from './whole-elements.ts';

/** An upload. */
export interface UploadLine {
  readonly uploadId: string;
  /** The owner. No other user sees it. */
  readonly userId: string;
  readonly name: string;
  readonly bytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'uploading' | 'paused' | 'failed' | 'done';
  readonly problem: string | null;
  readonly noteId: string | null;
  /** True for a recording, which stays on this device until the service confirms it; false for a file of the user. */
  readonly kept: boolean;
}

const all = signal<readonly UploadLine[]>([]);

/** The uploads of the signed-in user. */
export const uploads = computed(() => all.value.filter(({ userId }) => userId === currentUserId()));

interface Job {
  readonly uploadId: string;
  readonly userId: string;
  readonly file: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  /** As in {@link UploadLine}. */
  readonly kept: boolean;
  readonly onConfirmed: () => Promise<void> | void;
  running?: RunningUpload;
  /** Whether this page has started it before. */
  resumed?: boolean;
}

/** The stream of events opens when the service can be reached again. */
const reachable = computed(() => stream.value === 'open');
/** An upload waits while its owner is signed out. */
const signedIn = computed(() => session.value.kind === 'signed-in');

/** Remembers the id of a file's upload, so that the same file resumes it. */
const UPLOAD_KEY = 'sotto.upload.';

// No other user may see the names of these files.
whenUserLeaves(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(UPLOAD_KEY)) localStorage.removeItem(key);
});

const jobs = new Map<string, Job>();
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
const DONE_SHOWN_MS = 8_000;

/** Uploads a complete recording. It is removed from this device when the service confirms its note. */
export async function uploadRecording(recordingId: string): Promise<void> {
  const current = session.value;
  if (jobs.has(recordingId) || current.kind !== 'signed-in') return;
  const found = (await listRecordings(current.user.user_id)).find((one) => one.recordingId === recordingId);
  if (!found) return;
  const file = await playablePart((await readRecording(recordingId, found.contentType)).file);
  if (file.size === 0) return removeRecording(recordingId);
  const startedAt = new Date(found.startedAt).toISOString();
  add({
    job: {
      uploadId: recordingId,
      userId: current.user.user_id,
      file,
      metadata: { recorded_at: startedAt, filetype: found.contentType.split(';')[0] ?? '' },
      kept: true,
      onConfirmed: () => removeRecording(recordingId),
    },
    name: `Recording, ${formatWhen(startedAt)}`,
  });
}

async function playablePart(file: Blob): Promise<Blob> {
  if (!file.type.startsWith('audio/webm')) return file;
  return file.slice(0, wholeElementsLength(new Uint8Array(await file.arrayBuffer())), file.type);
}

/** Uploads files that the user chose or dropped. The same file resumes where it was interrupted. */
export function uploadFiles(files: Iterable<File>): void {
  const userId = currentUserId();
  if (userId === null) return;
  for (const file of files) {
    const key = `${UPLOAD_KEY}${userId}.${file.name}.${file.size}.${file.lastModified}`;
    const uploadId = localStorage.getItem(key) ?? crypto.randomUUID();
    if (jobs.has(uploadId)) continue;
    localStorage.setItem(key, uploadId);
    const metadata = { filename: file.name, filetype: file.type };
    add({
      job: { uploadId, userId, file, metadata, kept: false, onConfirmed: () => localStorage.removeItem(key) },
      name: file.name,
    });
  }
}

/** Uploads complete recordings that are saved on this device. */
export async function uploadWaiting(userId: string): Promise<void> {
  for (const { recordingId, complete } of await idleRecordings(userId)) {
    if (complete) await uploadRecording(recordingId);
  }
}

export function pauseUpload(uploadId: string): void {
  change(uploadId, { state: 'paused' });
  void jobs.get(uploadId)?.running?.stop();
}

export function resumeUpload(uploadId: string): void {
  const job = jobs.get(uploadId);
  if (job) void send(job);
}

/** Cancels the upload of a file, here and in the service. Recordings cannot be discarded this way. */
export async function cancelUpload(uploadId: string): Promise<void> {
  const job = jobs.get(uploadId);
  forget(uploadId);
  await job?.running?.stop({ remove: true });
  await job?.onConfirmed();
}

export function forget(uploadId: string): void {
  jobs.delete(uploadId);
  all.value = all.value.filter((line) => line.uploadId !== uploadId);
}

function add({ job, name }: { job: Job; name: string }): void {
  jobs.set(job.uploadId, job);
  const line: UploadLine = {
    uploadId: job.uploadId,
    userId: job.userId,
    name,
    kept: job.kept,
    bytes: job.file.size,
    sentBytes: 0,
    state: 'waiting',
    problem: null,
    noteId: null,
  };
  all.value = [...all.value, line];
  void send(job);
}

function change(uploadId: string, part: Partial<UploadLine>): void {
  all.value = all.value.map((line) => (line.uploadId === uploadId ? { ...line, ...part } : line));
}

const stateOf = (uploadId: string) => all.value.find((line) => line.uploadId === uploadId)?.state;

/** More at once are no faster, and the service refuses more than 20. */
const sendFile = atOnce(3);
/** A recording exists nowhere else, so it waits for no file. */
const sendRecording = <T>(task: () => Promise<T>) => task();

async function send(job: Job, retryMs = FIRST_RETRY_MS): Promise<void> {
  const { uploadId } = job;
  change(uploadId, { state: 'waiting', problem: null });
  const outcome = await (job.kept ? sendRecording : sendFile)(() => attemptAlone(job));
  if (outcome === null || !jobs.has(uploadId) || stateOf(uploadId) === 'paused') return;
  if (outcome.kind === 'confirmed') return confirm(job, outcome.noteId);
  if (outcome.kind === 'refused') return change(uploadId, { state: 'failed', problem: outcome.problem });
  change(uploadId, { state: 'waiting', problem: outcome.problem });
  await pauseBeforeRetry(retryMs);
  if (stateOf(uploadId) === 'waiting') await send(job, Math.min(retryMs * 2, MAX_RETRY_MS));
}

type Outcome =
  | { readonly kind: 'confirmed'; readonly noteId: string }
  | { readonly kind: 'broken' | 'refused'; readonly problem: string };

/** Only one open page at a time sends an upload. @returns null if it was paused or cancelled before its turn */
async function attemptAlone(job: Job): Promise<Outcome | null> {
  if (stateOf(job.uploadId) !== 'waiting') return null;
  change(job.uploadId, { state: 'uploading' });
  return navigator.locks.request(`sotto.upload.${job.uploadId}`, () => attempt(job));
}

async function attempt(job: Job): Promise<Outcome> {
  const { uploadId, userId, file, metadata } = job;
  if (userId !== currentUserId()) return { kind: 'broken', problem: 'The upload waits until you sign in again' };
  try {
    const running = await startUpload({
      uploadId,
      file,
      metadata,
      headers: userHeaders(),
      resumed: job.resumed ?? false,
      onProgress: (sentBytes) => change(uploadId, { sentBytes }),
    });
    job.running = running;
    job.resumed = true;
    // The user may have paused or cancelled it meanwhile.
    if (stateOf(uploadId) !== 'uploading') void running.stop({ remove: !jobs.has(uploadId) });
    return { kind: 'confirmed', noteId: await running.noteId };
  } catch (error) {
    const status = (error as { status?: number }).status ?? 0;
    const problem = error instanceof Error ? error.message : 'The upload was interrupted';
    if (status === 401) void openSession();
    return { kind: isRefusal(status) ? 'refused' : 'broken', problem };
  }
}

async function confirm(job: Job, noteId: string): Promise<void> {
  await job.onConfirmed();
  change(job.uploadId, { state: 'done', sentBytes: job.file.size, noteId });
  announce({ kind: 'note', noteId });
  jobs.delete(job.uploadId);
  setTimeout(() => forget(job.uploadId), DONE_SHOWN_MS);
}

/** Waits before a retry. The wait ends early when the connection returns. */
function pauseBeforeRetry(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stops = [online, reachable, signedIn].map((connection) => {
    const before = connection.peek();
    return connection.subscribe((now) => now && !before && resolve());
  });
  return promise.finally(() => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}

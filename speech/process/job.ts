import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import type { Call } from './calls.ts';
import type { CallMessage } from './messages.ts';
import type { SpeechProcess } from './speech-process.ts';

/** A part of a transcription: a piece of the embedded engine, or clips for a remote one. */
export type Part = Extract<CallMessage, { type: 'piece' | 'clips' }>;

/** A recording that a process decodes. It is transcribed when the call gets `transcribe`. */
export interface OpenedJob {
  readonly call: Call;
  /** Awaited before the process makes the next part. If it throws, the job ends. */
  onPart: (part: Part, payload: Uint8Array) => Promise<void>;
}

/**
 * Opens a recording on a process, which requests its bytes by range. This process keeps the only copy.
 * @throws {SpeechError} `engine_unavailable` if processes die repeatedly
 */
export async function openJob(process: SpeechProcess, source: ByteSource, maxSeconds: number): Promise<OpenedJob> {
  const byteLength = source.knownSize();
  const job: { onPart: OpenedJob['onPart'] } = { onPart: async () => undefined };
  const first = { type: 'open', maxSeconds, ...(byteLength !== undefined && { byteLength }) } as const;
  const call = await process.open(first, (message, payload, own) => {
    if (message.type === 'read') return answerRead(source, message, own);
    if (message.type !== 'piece' && message.type !== 'clips') return own.abandon(new SpeechError('engine_failed'));
    job.onPart(message, payload).then(
      () => own.send({ type: 'continue' }),
      (error: unknown) => own.abandon(error),
    );
  });
  if (byteLength === undefined) {
    source.size().then(
      (size) => call.send({ type: 'complete', byteLength: size }),
      () => call.abandon(new SpeechError('engine_failed')),
    );
  }
  return Object.assign(job, { call });
}

function answerRead(source: ByteSource, { start, end }: { start: number; end: number }, call: Call): void {
  source.read(start, end).then(
    (bytes) => call.send({ type: 'bytes' }, bytes),
    () => call.abandon(new SpeechError('engine_failed')),
  );
}

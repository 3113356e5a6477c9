import type { TranscribeRequest } from '../types.ts';
import type { JobOptions } from './messages.ts';
import type { Job } from './open-jobs.ts';

/** A request as a job for a speech process. */
export function jobOf(request: TranscribeRequest): Pick<Job, 'options' | 'bytes' | 'signal'> {
  const { audio, maxSeconds, separateChannels, vocabulary, signal } = request;
  const source: JobOptions['source'] = 'path' in audio ? { path: audio.path } : { byteLength: audio.bytes.length };
  const from = request.finished?.at(-1)?.end ?? 0;
  return {
    options: { source, maxSeconds, separateChannels, vocabulary, from },
    bytes: 'bytes' in audio ? audio.bytes : undefined,
    signal,
  };
}

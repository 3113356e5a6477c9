import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dictationQueue } from '../contracts/queues.ts';
import { createDictationArchive } from '../dictation/archive.ts';
import type { DictationContents } from '../dictation/content.ts';
import { createFeedbackStore } from '../dictation/feedback-store.ts';
import { createPreferenceStore } from '../dictation/preferences.ts';
import { createUsageStore } from '../dictation/usage-store.ts';
import type { Log } from '../platform/log.ts';
import { type Recordings, RecordingsUnavailableError } from '../platform/recordings/types.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';

/** Dictations of this process, and what is stored of all of them. */
export type Dictation = ReturnType<typeof createDictation>;

export function createDictation({ redis, recordings, now, log }: Platform, settings: Settings['dictation']) {
  const { usageRetentionMs, storeRetentionMs } = settings;
  const usage = createUsageStore(redis, { retentionMs: usageRetentionMs });
  const contents: DictationContents = new Map();
  return {
    settings,
    contents,
    preferences: createPreferenceStore(redis),
    /** This process's own queue: the content of a dictation is in its memory only. */
    taskQueue: dictationQueue(`${hostname()}-${randomUUID().slice(0, 8)}`),
    usage,
    feedback: createFeedbackStore(redis, { usage, usageRetentionMs, storeRetentionMs, now }),
    archive: createDictationArchive(redis, logOutages(recordings, log), { retentionMs: storeRetentionMs }),
  };
}

/** The caller and Temporal get a code only; the log has the reason. */
function logOutages(recordings: Pick<Recordings, 'put'>, log: Log): Pick<Recordings, 'put'> {
  return {
    put: (stream, target) =>
      recordings.put(stream, target).catch((error: unknown) => {
        if (error instanceof RecordingsUnavailableError) log.warn({ code: error.code }, 'Recordings unavailable');
        throw error;
      }),
  };
}

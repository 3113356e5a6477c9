import { join } from 'node:path';
import { createNoteActivities, type NoteActivities } from '../activities/note.ts';
import type { EmitNoteEvent } from '../activities/note-events.ts';
import { createNoteParts } from '../activities/note-parts.ts';
import { createTranscribeNoteActivities } from '../activities/transcribe-note.ts';
import { createNoteDescriber } from '../formatting/describe.ts';
import type { Recordings } from '../recordings/types.ts';
import type { ServiceConfig } from '../runtime/config.ts';
import { llmOptions, speechOptions } from '../runtime/engines.ts';
import type { Log } from '../runtime/log.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import type { Redis } from '../store/connection.ts';
import { createPieceStore } from '../store/pieces.ts';
import { TRANSCRIPTION_QUEUE } from '../workflows/queues.ts';
import { startNoteReconciler } from './note-reconciler.ts';
import type { Temporal } from './temporal.ts';
import { openWorkFolder } from './work-folder.ts';
import { createWorker } from './worker.ts';

export interface NoteWorkerDeps {
  readonly config: ServiceConfig;
  readonly redis: Redis;
  readonly temporal: Temporal;
  readonly recordings: Recordings;
  readonly emitNoteEvent: EmitNoteEvent;
  readonly now: () => number;
  readonly log: Log;
}

/** What processes notes beside the main worker. */
export interface NoteWorkers {
  /** The light steps, for the main worker. */
  readonly activities: NoteActivities;
  stop(): Promise<void>;
}

/** Starts the worker for transcriptions with its engine, and the reconciler. */
export async function startNoteWorkers(deps: NoteWorkerDeps): Promise<NoteWorkers> {
  const { config, redis, temporal, recordings, emitNoteEvent, now, log } = deps;
  const { notes, tags, lifecycle } = createNoteParts({
    ...{ redis, client: temporal.client, recordings, now, log },
    uploadTimeoutMs: config.NOTE_UPLOAD_TIMEOUT,
  });
  const pieces = createPieceStore(redis);
  const speech = createSpeechEngine(speechOptions(config, log));
  const transcription = await createWorker({
    ...temporal,
    taskQueue: TRANSCRIPTION_QUEUE,
    maxConcurrentActivities: config.SPEECH_PROCESSES,
    activities: createTranscribeNoteActivities({
      ...{ notes, recordings, speech, pieces, log },
      maxSeconds: config.NOTE_MAX_SECONDS,
      workFolder: await openWorkFolder(join(config.SOTTO_HOME, 'work'), now()),
    }),
  });
  const reconciler = startNoteReconciler(lifecycle, log);
  return {
    activities: createNoteActivities({
      ...{ notes, tags, pieces, emitNoteEvent },
      describer: createNoteDescriber(llmOptions(config)),
    }),
    stop: async () => {
      await reconciler.stop();
      await transcription.stop();
      await speech.close();
    },
  };
}

import { join } from 'node:path';
import { createNoteActivities, type NoteActivities } from '../activities/note.ts';
import { observeNoteActivities, observeSpeech, observeTranscription } from '../activities/observe-notes.ts';
import { createTranscribeNoteActivities } from '../activities/transcribe-note.ts';
import type { Services } from '../composition/services.ts';
import { TRANSCRIPTION_QUEUE } from '../contracts/queues.ts';
import { createNoteDescriber } from '../formatting/describe.ts';
import { startNoteReconciler } from '../notes/reconciler.ts';
import { createPieceStore } from '../notes/store/pieces.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import { llmOptions, noteConcurrency, speechOptions } from '../platform/config/engines.ts';
import type { Log } from '../platform/log.ts';
import type { NoteMetrics } from '../platform/metrics/worker-metrics.ts';
import { openTogether } from '../platform/open-all.ts';
import type { Probe } from '../platform/readiness.ts';
import { createWorker, type RunningWorker } from '../platform/temporal/worker.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { openWorkFolder } from './work-folder.ts';

export interface NoteWorkerDeps extends Pick<Services, 'redis' | 'temporal' | 'recordings' | 'notes' | 'webhooks'> {
  readonly config: ServiceConfig;
  readonly metrics: NoteMetrics;
  readonly now: () => number;
  readonly log: Log;
}

/** What processes notes beside the main worker. */
export interface NoteWorkers extends Omit<RunningWorker, 'probe'> {
  /** The light steps, for the main worker. */
  readonly activities: NoteActivities;
  /** Whether the engine answers and the transcriptions' worker takes tasks. */
  readonly probes: Readonly<Record<'speech' | 'transcription', Probe>>;
}

/**
 * Starts the worker for transcriptions with its engine, and the reconciler.
 * @throws {Error} when one cannot start; nothing is left running then
 */
export async function startNoteWorkers(deps: NoteWorkerDeps): Promise<NoteWorkers> {
  const { config, redis, temporal, recordings, webhooks, metrics, now, log } = deps;
  const { notes, tags, lifecycle } = deps.notes;
  const pieces = createPieceStore(redis);
  const { close, ...running } = await openTogether(async (opening) => {
    const engine = opening.adopt(createSpeechEngine(speechOptions(config, log)), (opened) => opened.close());
    const transcription = await createWorker({
      ...temporal,
      taskQueue: TRANSCRIPTION_QUEUE,
      maxConcurrentActivities: noteConcurrency(config),
      activities: observeTranscription(
        createTranscribeNoteActivities({
          notes,
          recordings,
          speech: observeSpeech(engine, metrics),
          pieces,
          log,
          maxSeconds: config.NOTE_MAX_SECONDS,
          workFolder: await openWorkFolder(join(config.SOTTO_HOME, 'work'), now()),
        }),
        metrics,
        now,
      ),
    });
    opening.defer(() => transcription.stop());
    const reconciler = startNoteReconciler(lifecycle, log);
    opening.defer(() => reconciler.stop());
    return { ended: transcription.ended, probes: { speech: engine.reachable, transcription: transcription.probe } };
  });
  const activities = createNoteActivities({
    notes,
    tags,
    pieces,
    emitNoteEvent: webhooks.emitNoteEvent,
    describer: createNoteDescriber(llmOptions(config)),
  });
  return { ...running, activities: observeNoteActivities(activities, metrics), stop: close };
}

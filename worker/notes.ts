import { join } from 'node:path';
import { createNoteActivities, type NoteActivities } from '../activities/note.ts';
import { observeNoteActivities, observeSpeech, observeTranscription } from '../activities/observe-notes.ts';
import { createTranscribeNoteActivities } from '../activities/transcribe-note.ts';
import type { OpenServices } from '../composition/services.ts';
import { TRANSCRIPTION_QUEUE } from '../contracts/queues.ts';
import { startNoteReconciler, startRecovery } from '../notes/reconciler.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import { llmOptions, noteConcurrency, speechOptions } from '../platform/config/engines.ts';
import { loadOnce } from '../platform/load-once.ts';
import type { NoteMetrics } from '../platform/metrics/worker-metrics.ts';
import { openAll } from '../platform/open-all.ts';
import type { Probe } from '../platform/readiness.ts';
import { createWorker, type RunningWorker } from '../platform/temporal/worker.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { traceSpeech } from '../speech/trace.ts';
import { startAgreedWorker } from './agreed-worker.ts';
import { openWorkFolder } from './work-folder.ts';

export interface NoteWorkerDeps {
  readonly config: ServiceConfig;
  readonly services: Pick<OpenServices, 'accounts' | 'platform' | 'notes' | 'webhooks'>;
  readonly metrics: NoteMetrics;
}

/** The workers that process notes besides the main worker. */
export interface NoteWorkers extends Omit<RunningWorker, 'probe'> {
  /** The light steps, for the main worker. */
  readonly activities: NoteActivities;
  /** Whether the engine answers and the transcription worker accepts tasks. */
  readonly probes: Readonly<Record<'speech' | 'transcription', Probe>>;
}

/** On a machine with two processors, the models would delay the start of all of Sotto. An earlier note loads them earlier. */
const WARM_UP_AFTER_MS = 10_000;

/**
 * Starts the transcription worker with its engine, and the reconciler.
 * @throws {Error} when one cannot start; nothing is left running then
 */
export async function startNoteWorkers(deps: NoteWorkerDeps): Promise<NoteWorkers> {
  const { config, services, metrics } = deps;
  const { platform, webhooks } = services;
  const { store: notes, tags, pieces, lifecycle } = services.notes;
  const { recordings, now, log } = platform;
  // Loaded with the first note, because its rules and models of languages take long to load.
  const describer = loadOnce(async () =>
    (await import('../formatting/describe.ts')).createNoteDescriber(llmOptions(config)),
  );
  const { close, ...running } = await openAll(async (opening) => {
    const speech = { ...speechOptions(config, log), startsWhenUsed: true };
    const engine = opening.adopt(createSpeechEngine(speech), (opened) => opened.close());
    // Each job reports a failure.
    const warmUp = setTimeout(() => void Promise.allSettled([engine.ready(), describer()]), WARM_UP_AFTER_MS);
    opening.defer(() => clearTimeout(warmUp));
    const create = async () =>
      createWorker({
        ...platform.temporalConnection,
        taskQueue: TRANSCRIPTION_QUEUE,
        version: config.WORKER_VERSION,
        maxConcurrentActivities: noteConcurrency(config),
        activities: observeTranscription(
          createTranscribeNoteActivities({
            notes,
            recordings,
            confirmStore: platform.confirmStore,
            speech: traceSpeech(observeSpeech(engine, metrics), platform.tracing),
            pieces,
            log,
            maxSeconds: config.MAX_NOTE_SECONDS,
            workFolder: await openWorkFolder(join(config.SOTTO_HOME, 'work'), now()),
          }),
          metrics,
          now,
        ),
      });
    const transcription = await startAgreedWorker({ create, confirmStore: platform.confirmStore, log });
    opening.defer(() => transcription.stop());
    const reconciler = startNoteReconciler(lifecycle, log);
    opening.defer(() => reconciler.stop());
    const { recovery } = services.notes;
    const comparisons = startRecovery(
      [
        { run: recovery.compare, message: 'Recovered notes whose end was missing in Redis' },
        { run: recovery.restartLost, message: 'Restarted notes whose processing Temporal had lost' },
        { run: webhooks.eventRecovery.emitLost, message: 'Emitted webhook events again that Temporal had lost' },
      ],
      log,
    );
    opening.defer(() => comparisons.stop());
    return { ended: transcription.ended, probes: { speech: engine.reachable, transcription: transcription.probe } };
  });
  const activities = createNoteActivities({
    notes,
    tags,
    pieces,
    emitNoteEvent: webhooks.emitNoteEvent,
    dailyUsage: services.accounts.dailyUsage,
    describer: { describe: async (request) => (await describer()).describe(request) },
  });
  return { ...running, activities: observeNoteActivities(activities, metrics), stop: close };
}

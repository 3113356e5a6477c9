import { activityInfo } from '@temporalio/activity';
import type { InjectedSinks } from '@temporalio/worker';
import { NOTE_FAILURES, type NoteOutcome, type NoteSinks } from '../contracts/note.ts';
import { initializeOutcomes, type NoteMetrics } from '../platform/metrics/worker-metrics.ts';
import { SPEECH_FAILURES, type SpeechEngine, SpeechError } from '../speech/types.ts';
import type { NoteActivities } from './note.ts';
import type { TranscribeNoteActivities } from './transcribe-note.ts';

const OUTCOMES: readonly NoteOutcome[] = ['completed', 'cancelled', ...NOTE_FAILURES];

/** Counts the runs of `note` by outcome. */
export function noteSinks({ processed, processingSeconds }: NoteMetrics): InjectedSinks<NoteSinks> {
  initializeOutcomes(processed, OUTCOMES);
  return {
    notes: {
      ended: {
        fn: (_info, outcome, seconds) => {
          processed.inc({ outcome });
          const kind = outcome === 'completed' || outcome === 'cancelled' ? outcome : 'failed';
          processingSeconds.observe({ outcome: kind }, seconds);
        },
      },
    },
  };
}

/** Wraps the engine to measure how much it transcribed, how long that took and how it failed. */
export function observeSpeech(engine: SpeechEngine, metrics: NoteMetrics): SpeechEngine {
  initializeOutcomes(metrics.transcriptions, ['completed', 'internal_error', ...SPEECH_FAILURES]);
  return {
    ...engine,
    transcribe: async (request) => {
      try {
        const transcript = await engine.transcribe(request);
        metrics.transcriptions.inc({ outcome: 'completed' });
        metrics.audioSeconds.inc(transcript.durationSeconds);
        metrics.stageSeconds.observe({ stage: 'decode' }, transcript.decodeMs / 1000);
        metrics.stageSeconds.observe({ stage: 'speech' }, transcript.inferenceMs / 1000);
        return transcript;
      } catch (error) {
        metrics.transcriptions.inc({ outcome: error instanceof SpeechError ? error.code : 'internal_error' });
        throw error;
      }
    },
  };
}

/** Wraps the heavy step to measure how long it waited for a worker. */
export function observeTranscription(
  activities: TranscribeNoteActivities,
  { queueSeconds }: NoteMetrics,
  now: () => number,
): TranscribeNoteActivities {
  return {
    ...activities,
    transcribeNote: (input) => {
      // The clocks of the server and this process may differ: a negative wait counts as 0.
      queueSeconds.observe(Math.max(0, now() - activityInfo().currentAttemptScheduledTimestampMs) / 1000);
      return activities.transcribeNote(input);
    },
  };
}

/** Wraps the light steps to measure how long describing took. */
export function observeNoteActivities(activities: NoteActivities, { stageSeconds }: NoteMetrics): NoteActivities {
  return {
    ...activities,
    describeNote: async (input) => {
      const startedAt = performance.now();
      await activities.describeNote(input);
      stageSeconds.observe({ stage: 'describe' }, (performance.now() - startedAt) / 1000);
    },
  };
}

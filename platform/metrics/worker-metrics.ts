import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;
export type NoteMetrics = ReturnType<typeof createNoteMetrics>;

/**
 * The metrics of a worker process. Labels are codes and names from closed lists. Each process has its own registry, so
 * that two in one test do not mix.
 */
export function createWorkerMetrics() {
  const registry = new Registry();
  return { registry, webhooks: createWebhookMetrics(registry), notes: createNoteMetrics(registry) };
}

/** Initializes series to 0: `increase()` and `rate()` do not see the first event of a new series. */
export function initializeOutcomes(counter: Counter<'outcome'>, outcomes: readonly string[]): void {
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function createWebhookMetrics(registry: Registry) {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'sotto_webhook_attempts_total',
      help: 'Requests to webhook endpoints, by trigger, event type and outcome',
      labelNames: ['trigger', 'event_type', 'outcome'] as const,
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'sotto_webhook_attempt_duration_seconds',
      help: 'Duration of requests to webhook endpoints, response included',
      labelNames: ['trigger', 'outcome'] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers,
    }),
    attemptsInFlight: new Gauge({
      name: 'sotto_webhook_attempts_in_flight',
      help: 'Open requests of this process to webhook endpoints',
      registers,
    }),
    deferred: new Counter({
      name: 'sotto_webhook_attempts_deferred_total',
      help: 'Attempts postponed because their endpoint had too many open requests',
      registers,
    }),
    firstAttemptDelay: new Histogram({
      name: 'sotto_webhook_first_attempt_delay_seconds',
      help: 'Time from an event to the start of its first attempt at an endpoint',
      labelNames: ['event_type'] as const,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, MINUTE, 5 * MINUTE],
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'sotto_webhook_delivery_duration_seconds',
      help: 'Time from an event to the 2xx response of an endpoint, retries included',
      labelNames: ['event_type'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 10, MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR, 18 * HOUR, 28 * HOUR],
      registers,
    }),
    deliveries: new Counter({
      name: 'sotto_webhook_deliveries_total',
      help: 'Deliveries of events to endpoints, by outcome',
      labelNames: ['event_type', 'outcome'] as const,
      registers,
    }),
    endpointsWarned: new Counter({
      name: 'sotto_webhook_endpoints_warned_total',
      help: 'Warnings about endpoints that have failed for 24 hours',
      registers,
    }),
    endpointsDisabled: new Counter({
      name: 'sotto_webhook_endpoints_disabled_total',
      help: 'Disabled endpoints, by reason',
      labelNames: ['reason'] as const,
      registers,
    }),
  };
}

function createNoteMetrics(registry: Registry) {
  const registers = [registry];
  const minutesAndHours = [1, 2.5, 5, 10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR];
  return {
    processed: new Counter({
      name: 'sotto_notes_processed_total',
      help: 'Runs of note processing, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    processingSeconds: new Histogram({
      name: 'sotto_note_processing_duration_seconds',
      help: 'Duration of note processing, waiting included',
      labelNames: ['outcome'] as const,
      buckets: minutesAndHours,
      registers,
    }),
    queueSeconds: new Histogram({
      name: 'sotto_note_queue_wait_seconds',
      help: 'Time that a transcription waited for a free worker',
      buckets: [0.01, 0.1, 0.5, ...minutesAndHours],
      registers,
    }),
    transcriptions: new Counter({
      name: 'sotto_note_transcriptions_total',
      help: 'Attempts to transcribe a note, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'sotto_note_stage_duration_seconds',
      help: 'Time that a note spent being decoded, transcribed and described',
      labelNames: ['stage'] as const,
      buckets: [0.01, 0.1, 0.5, ...minutesAndHours],
      registers,
    }),
    audioSeconds: new Counter({
      name: 'sotto_note_audio_seconds_total',
      help: 'Seconds of audio that were transcribed for notes',
      registers,
    }),
  };
}

import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of an API process. Labels are routes, codes and names from closed lists. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Each process has its own registry, so that two in one test do not mix. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'sotto_http_request_duration_seconds',
      help: 'Time to answer an HTTP request',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
      registers,
    }),
    serverErrors: new Counter({
      name: 'sotto_http_server_errors_total',
      help: 'HTTP requests answered with 500, 503 or 504',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    dictations: new Counter({
      name: 'sotto_dictations_total',
      help: 'Dictations by outcome',
      labelNames: ['source', 'outcome'] as const,
      registers,
    }),
    dictationSlots: new Gauge({
      name: 'sotto_dictations_in_flight',
      help: 'Dictations in progress in this process',
      registers,
    }),
    dictationStageSeconds: new Histogram({
      name: 'sotto_dictation_stage_duration_seconds',
      help: 'Time that a dictation spent being decoded, transcribed and formatted',
      labelNames: ['stage'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
      registers,
    }),
    dictationAudioSeconds: new Counter({
      name: 'sotto_dictation_audio_seconds_total',
      help: 'Seconds of audio that were transcribed for dictations',
      registers,
    }),
    liveSessions: new Counter({
      name: 'sotto_live_sessions_total',
      help: 'Live sessions by how they ended',
      labelNames: ['outcome'] as const,
      registers,
    }),
    liveSessionsOpen: new Gauge({
      name: 'sotto_live_sessions_open',
      help: 'Live sessions that this process holds',
      registers,
    }),
    liveAudioSeconds: new Counter({
      name: 'sotto_live_audio_seconds_total',
      help: 'Seconds of audio that live sessions heard',
      registers,
    }),
    liveStepSeconds: new Gauge({
      name: 'sotto_live_step_seconds',
      help: 'Seconds between two decodes of a live session; 0 without sessions',
      registers,
    }),
    liveFinalSeconds: new Histogram({
      name: 'sotto_live_final_delay_seconds',
      help: 'Time from the end of an utterance to its text',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10, 30],
      registers,
    }),
    rewrites: new Counter({
      name: 'sotto_rewrites_total',
      help: 'LLM rewrites by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
  };
}

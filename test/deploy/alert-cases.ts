import type { AlertCase } from '../support/promtool.ts';

const http = 'sotto_http_request_duration_seconds_count';
const errors = 'sotto_http_server_errors_total';
const dictate = 'route="/v1/enterprise/dictate"';

/** A histogram whose observations are all in one bucket: above `bound` if `slow`, otherwise below it. */
function histogram(name: string, labels: string, bound: number, slow: boolean, perMinute = 60): Record<string, string> {
  const more = labels === '' ? '' : `, ${labels}`;
  const grows = `0+${perMinute}x60`;
  return {
    [`${name}_bucket{le="${bound}"${more}}`]: slow ? '0x60' : grows,
    [`${name}_bucket{le="${bound * 4}"${more}}`]: grows,
    [`${name}_bucket{le="+Inf"${more}}`]: grows,
  };
}

/** Every alert of alerts.yml with input on which it fires, and input on which it stays silent. */
export const ALERT_CASES: Readonly<Record<string, readonly AlertCase[]>> = {
  SottoDependencyUnavailable: [
    {
      series: { 'sotto_dependency_up{instance="api-1", dependency="redis"}': '1 0x10' },
      at: '5m',
      fires: [{ instance: 'api-1', dependency: 'redis' }],
    },
    // One failed probe does not count: it lasts less than two minutes.
    { series: { 'sotto_dependency_up{instance="api-1", dependency="redis"}': '1 0 1x10' }, at: '5m', fires: [] },
  ],
  SottoInternalErrors: [
    // The first 500 of a process.
    {
      series: { [`${errors}{${dictate}, status="500"}`]: '0 0 1x10' },
      at: '5m',
      fires: [{ route: '/v1/enterprise/dictate' }],
    },
    {
      series: { [`${errors}{${dictate}, status="500"}`]: '7x20', [`${errors}{${dictate}, status="503"}`]: '0+5x20' },
      at: '15m',
      fires: [],
    },
  ],
  SottoRefusesRequests: [
    {
      series: { [`${errors}{${dictate}, status="503"}`]: '0+6x20', [`${http}{${dictate}, status="200"}`]: '0+94x20' },
      at: '15m',
      fires: [{}],
    },
    // Readiness probes alone.
    {
      series: {
        [`${errors}{route="/health/ready", status="503"}`]: '0+12x20',
        [`${http}{route="/health/ready", status="503"}`]: '0+12x20',
        [`${errors}{${dictate}, status="503"}`]: '0x20',
        [`${http}{${dictate}, status="200"}`]: '0+60x20',
      },
      at: '15m',
      fires: [],
    },
    {
      series: { [`${errors}{${dictate}, status="504"}`]: '0+4x20', [`${http}{${dictate}, status="200"}`]: '0+96x20' },
      at: '15m',
      fires: [],
    },
  ],
  SottoDictationsFail: [
    {
      series: {
        'sotto_dictations_total{source="smart", outcome="completed"}': '0+90x20',
        'sotto_dictations_total{source="smart", outcome="engine_unavailable"}': '0+10x20',
      },
      at: '15m',
      fires: [{}],
    },
    // Errors of callers.
    {
      series: {
        'sotto_dictations_total{source="smart", outcome="completed"}': '0+50x20',
        'sotto_dictations_total{source="smart", outcome="audio_undecodable"}': '0+50x20',
      },
      at: '15m',
      fires: [],
    },
  ],
  SottoDictationsSlow: [
    {
      series: histogram('sotto_dictation_stage_duration_seconds', 'stage="speech"', 5, true),
      at: '20m',
      fires: [{ stage: 'speech' }],
    },
    { series: histogram('sotto_dictation_stage_duration_seconds', 'stage="speech"', 5, false), at: '20m', fires: [] },
  ],
  SottoLiveSessionsFail: [
    {
      series: {
        'sotto_live_sessions_total{outcome="lost"}': '0+6x30',
        'sotto_live_sessions_total{outcome="completed"}': '0+94x30',
      },
      at: '20m',
      fires: [{}],
    },
    // The callers' own ends, and refusals.
    {
      series: {
        'sotto_live_sessions_total{outcome="lost"}': '0+4x30',
        'sotto_live_sessions_total{outcome="silent"}': '0+30x30',
        'sotto_live_sessions_total{outcome="busy"}': '0+66x30',
      },
      at: '20m',
      fires: [],
    },
  ],
  SottoLiveSessionsRefused: [
    {
      series: {
        'sotto_live_sessions_total{outcome="busy"}': '0+6x30',
        'sotto_live_sessions_total{outcome="completed"}': '0+94x30',
      },
      at: '20m',
      fires: [{}],
    },
    {
      series: {
        'sotto_live_sessions_total{outcome="busy"}': '0+4x30',
        'sotto_live_sessions_total{outcome="completed"}': '0+96x30',
      },
      at: '20m',
      fires: [],
    },
  ],
  SottoLiveSlow: [
    {
      series: {
        'sotto_live_step_seconds{instance="api-1"}': '1.5x20',
        'sotto_live_step_seconds{instance="api-2"}': '0.3x20',
      },
      at: '10m',
      fires: [{ instance: 'api-1' }],
    },
    // Slow for a short time, and at the limit.
    {
      series: {
        'sotto_live_step_seconds{instance="api-1"}': '0.3 1.5 1.5 0.3x20',
        'sotto_live_step_seconds{instance="api-2"}': '1x20',
      },
      at: '10m',
      fires: [],
    },
  ],
  SottoNotesWait: [
    { series: histogram('sotto_note_queue_wait_seconds', '', 300, true), at: '40m', fires: [{}] },
    { series: histogram('sotto_note_queue_wait_seconds', '', 300, false), at: '40m', fires: [] },
  ],
  SottoNotesFail: [
    {
      series: { 'sotto_notes_processed_total{instance="worker-1", outcome="processing_failed"}': '0 0 1x20' },
      at: '10m',
      fires: [{ instance: 'worker-1', outcome: 'processing_failed' }],
    },
    {
      series: {
        'sotto_notes_processed_total{outcome="processing_failed"}': '3x20',
        'sotto_notes_processed_total{outcome="audio_undecodable"}': '0+2x20',
      },
      at: '10m',
      fires: [],
    },
  ],
  SottoTranscriptionsFail: [
    {
      series: {
        'sotto_note_transcriptions_total{outcome="engine_failed"}': '0+6x30',
        'sotto_note_transcriptions_total{outcome="completed"}': '0+4x30',
      },
      at: '25m',
      fires: [{}],
    },
    {
      series: {
        'sotto_note_transcriptions_total{outcome="audio_truncated"}': '0+9x30',
        'sotto_note_transcriptions_total{outcome="completed"}': '0+1x30',
      },
      at: '25m',
      fires: [],
    },
  ],
  SottoSpeechMisconfigured: [
    // One note, whose attempts become rarer.
    {
      series: { 'sotto_note_transcriptions_total{outcome="engine_misconfigured"}': '0 1 3 4 4 5 5 5 6x20' },
      at: '8m',
      fires: [{}],
    },
    {
      series: {
        'sotto_dictations_total{source="smart", outcome="engine_misconfigured"}': '0+1x20',
        'sotto_note_transcriptions_total{outcome="engine_misconfigured"}': '0x20',
      },
      at: '8m',
      fires: [{}],
    },
    // It was corrected, and the server is down.
    {
      series: {
        'sotto_note_transcriptions_total{outcome="engine_misconfigured"}': '6x40',
        'sotto_dictations_total{source="smart", outcome="engine_misconfigured"}': '3x40',
        'sotto_note_transcriptions_total{outcome="engine_unavailable"}': '0+1x40',
      },
      at: '30m',
      fires: [],
    },
  ],
  SottoWebhooksLate: [
    {
      series: histogram('sotto_webhook_first_attempt_delay_seconds', 'event_type="note.processed"', 5, true),
      at: '15m',
      fires: [{}],
    },
    {
      series: histogram('sotto_webhook_first_attempt_delay_seconds', 'event_type="note.processed"', 5, false),
      at: '15m',
      fires: [],
    },
  ],
  SottoWebhooksCannotConnect: [
    {
      series: {
        'sotto_webhook_attempts_total{trigger="automatic", outcome="dns_error"}': '0+6x30',
        'sotto_webhook_attempts_total{trigger="automatic", outcome="succeeded"}': '0+4x30',
      },
      at: '25m',
      fires: [{}],
    },
    // Endpoints that answer with errors, and pings that reach no server.
    {
      series: {
        'sotto_webhook_attempts_total{trigger="automatic", outcome="status"}': '0+9x30',
        'sotto_webhook_attempts_total{trigger="ping", outcome="dns_error"}': '0+9x30',
        'sotto_webhook_attempts_total{trigger="automatic", outcome="succeeded"}': '0+1x30',
      },
      at: '25m',
      fires: [],
    },
  ],
  SottoWebhooksGivenUp: [
    { series: { 'sotto_webhook_deliveries_total{outcome="attempts_exhausted"}': '0 0 1x20' }, at: '10m', fires: [{}] },
    {
      series: {
        'sotto_webhook_deliveries_total{outcome="attempts_exhausted"}': '2x20',
        'sotto_webhook_deliveries_total{outcome="delivered"}': '0+9x20',
      },
      at: '10m',
      fires: [],
    },
  ],
  SottoEndpointsDisabled: [
    {
      series: { 'sotto_webhook_endpoints_disabled_total{reason="gone"}': '0 0 1x20' },
      at: '10m',
      fires: [{ reason: 'gone' }],
    },
    { series: { 'sotto_webhook_endpoints_disabled_total{reason="gone"}': '4x20' }, at: '10m', fires: [] },
  ],
  SottoWorkerOutOfSlots: [
    {
      series: {
        'temporal_worker_task_slots_available{instance="worker-1", task_queue="sotto", worker_type="ActivityWorker"}':
          '0x20',
      },
      at: '15m',
      fires: [{ instance: 'worker-1', task_queue: 'sotto', worker_type: 'ActivityWorker' }],
    },
    {
      series: {
        // Slots that are in use for a moment, and a queue whose worker is expected to be full.
        'temporal_worker_task_slots_available{instance="worker-1", task_queue="sotto", worker_type="ActivityWorker"}':
          '0x5 3 0x14',
        'temporal_worker_task_slots_available{instance="worker-1", task_queue="transcription", worker_type="ActivityWorker"}':
          '0x20',
      },
      at: '15m',
      fires: [],
    },
  ],
  SottoTasksWait: [
    {
      series: histogram('temporal_workflow_task_schedule_to_start_latency_seconds', 'task_queue="sotto"', 1, true),
      at: '20m',
      fires: [{ task_queue: 'sotto' }],
    },
    {
      series: histogram('temporal_workflow_task_schedule_to_start_latency_seconds', 'task_queue="sotto"', 1, false),
      at: '20m',
      fires: [],
    },
  ],
  SottoWorkflowTasksFail: [
    // A series that begins with its first failure.
    {
      series: {
        'temporal_workflow_task_execution_failed_total{instance="worker-1", workflow_type="note"}': '_ _ _ 1x20',
      },
      at: '5m',
      fires: [{ workflow_type: 'note' }],
    },
    {
      series: {
        'temporal_workflow_task_execution_failed_total{instance="worker-1", workflow_type="note"}': '1x15 2x20',
      },
      at: '18m',
      fires: [{ workflow_type: 'note' }],
    },
    {
      series: { 'temporal_workflow_task_execution_failed_total{instance="worker-1", workflow_type="note"}': '3x30' },
      at: '20m',
      fires: [],
    },
  ],
  SottoEventLoopBlocked: [
    {
      series: { 'nodejs_eventloop_lag_p99_seconds{instance="api-1"}': '0.7x20' },
      at: '10m',
      fires: [{ instance: 'api-1' }],
    },
    { series: { 'nodejs_eventloop_lag_p99_seconds{instance="api-1"}': '0.7 0.7 0.01x20' }, at: '10m', fires: [] },
  ],
};

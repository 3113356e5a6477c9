import type { AlertCase, InputSeries } from '../support/promtool.ts';

const dictations = (failed: string, completed: string): InputSeries => ({
  'sotto_dictations_total{source="smart", outcome="engine_unavailable"}': failed,
  'sotto_dictations_total{source="smart", outcome="completed"}': completed,
});
const requests = (failed: string, all: string): InputSeries => ({
  'sotto_http_server_errors_total{route="/v1/app/notes", status="500"}': failed,
  'sotto_http_request_duration_seconds_count{route="/v1/app/notes", status="200"}': all,
});
const notes = (failed: string, completed: string): InputSeries => ({
  'sotto_notes_processed_total{outcome="processing_failed"}': failed,
  'sotto_notes_processed_total{outcome="completed"}': completed,
});
/** Events. The first attempt of `early` of them was within 5 s. */
const webhooks = (early: string, all: string): InputSeries => ({
  'sotto_webhook_first_attempt_delay_seconds_bucket{event_type="note.processed", le="5"}': early,
  'sotto_webhook_first_attempt_delay_seconds_count{event_type="note.processed"}': all,
});

interface SloCases {
  readonly interval: string;
  readonly cases: readonly AlertCase[];
}

/** Every alert of slo.yml with input on which it fires, and input on which it stays silent. */
export const SLO_CASES: Readonly<Record<string, SloCases>> = {
  SottoErrorBudgetBurnsFast: {
    interval: '2m',
    cases: [
      // 2% for an hour: 20 times what the objective allows.
      { series: dictations('0+2x80', '0+98x80'), at: '76m', fires: [{ slo: 'dictations' }] },
      { series: requests('0+2x80', '0+100x80'), at: '76m', fires: [{ slo: 'requests' }] },
      { series: notes('0+2x80', '0+98x80'), at: '76m', fires: [{ slo: 'notes' }] },
      { series: webhooks('0+80x80', '0+100x80'), at: '76m', fires: [{ slo: 'webhooks' }] },
      // 0.8% for hours: only the medium windows.
      { series: dictations('0+8x80', '0+992x80'), at: '150m', fires: [{ slo: 'dictations' }] },
      // An hour within the objective, and one that was bad but is over: the short window is clean.
      { series: dictations('0+1x80', '0+1999x80'), at: '150m', fires: [] },
      { series: dictations('0+2x40 80x40', '0+98x80'), at: '130m', fires: [] },
      // Errors of callers, readiness probes, and no traffic at all.
      {
        series: { ...dictations('0x80', '0+50x80'), 'sotto_dictations_total{outcome="audio_undecodable"}': '0+50x80' },
        at: '76m',
        fires: [],
      },
      {
        series: {
          ...requests('0x80', '0+100x80'),
          'sotto_http_server_errors_total{route="/health/ready", status="503"}': '0+60x80',
        },
        at: '76m',
        fires: [],
      },
      { series: { ...dictations('0x80', '0x80'), ...webhooks('0x80', '0x80') }, at: '76m', fires: [] },
    ],
  },
  SottoErrorBudgetBurnsSlowly: {
    interval: '30m',
    cases: [
      // Twice what the objective allows, for three days.
      { series: dictations('0+2x160', '0+998x160'), at: '73h', fires: [{ slo: 'dictations' }] },
      { series: dictations('0+1x160', '0+1999x160'), at: '73h', fires: [] },
    ],
  },
};

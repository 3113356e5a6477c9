/** A graph: its title, its unit in Grafana's notation, and PromQL with the legend of its series. */
interface Graph {
  readonly title: string;
  readonly unit: 's' | 'reqps' | 'short' | 'percentunit' | 'bytes';
  readonly queries: readonly (readonly [expr: string, legend: string])[];
}

const RATE = '[$__rate_interval]';
const rate = (series: string, by = '') => `sum${by && ` by (${by})`} (rate(${series}${RATE}))`;
const quantiles = (metric: string, matchers = ''): Graph['queries'] =>
  [0.5, 0.95, 0.99].map((q) => {
    const expr = `histogram_quantile(${q}, sum by (le) (rate(${metric}_bucket${matchers}${RATE})))`;
    return [expr, `p${q * 100}`] as const;
  });
const graph = (title: string, unit: Graph['unit'], ...queries: Graph['queries']): Graph => ({ title, unit, queries });

/** The dashboards. Their graphs are ordered from symptoms to causes. */
const DASHBOARDS: Readonly<Record<string, readonly Graph[]>> = {
  Dictation: [
    graph('Dictations by outcome', 'reqps', [rate('sotto_dictations_total', 'outcome'), '{{outcome}}']),
    graph(
      'Response time of /dictate',
      's',
      ...quantiles('sotto_http_request_duration_seconds', '{route="/v1/enterprise/dictate"}'),
    ),
    graph('Stages, p95', 's', [
      `histogram_quantile(0.95, sum by (le, stage) (rate(sotto_dictation_stage_duration_seconds_bucket${RATE})))`,
      '{{stage}}',
    ]),
    graph('Dictations in flight', 'short', ['sum by (instance) (sotto_dictations_in_flight)', '{{instance}}']),
    graph('Audio transcribed, in seconds per second', 'short', [rate('sotto_dictation_audio_seconds_total'), 'audio']),
    graph('Rewrites by outcome', 'reqps', [rate('sotto_rewrites_total', 'outcome'), '{{outcome}}']),
    graph('Requests by route', 'reqps', [rate('sotto_http_request_duration_seconds_count', 'route'), '{{route}}']),
    graph('Status 500, 503 and 504 by route', 'reqps', [
      rate('sotto_http_server_errors_total', 'route, status'),
      '{{status}} {{route}}',
    ]),
  ],
  Live: [
    graph('Sessions by outcome', 'reqps', [rate('sotto_live_sessions_total', 'outcome'), '{{outcome}}']),
    graph('From the end of an utterance to its text', 's', ...quantiles('sotto_live_final_delay_seconds')),
    graph('Time between two decodes of a session', 's', ['sotto_live_step_seconds', '{{instance}}']),
    graph('Open sessions', 'short', ['sum by (instance) (sotto_live_sessions_open)', '{{instance}}']),
    graph('Audio heard, in seconds per second', 'short', [rate('sotto_live_audio_seconds_total'), 'audio']),
  ],
  Notes: [
    graph('Notes by outcome', 'reqps', [rate('sotto_notes_processed_total', 'outcome'), '{{outcome}}']),
    graph('Time from upload to completion', 's', ...quantiles('sotto_note_processing_duration_seconds')),
    graph('Wait for a free worker', 's', ...quantiles('sotto_note_queue_wait_seconds')),
    graph('Stages, p95', 's', [
      `histogram_quantile(0.95, sum by (le, stage) (rate(sotto_note_stage_duration_seconds_bucket${RATE})))`,
      '{{stage}}',
    ]),
    graph('Transcriptions by outcome', 'reqps', [rate('sotto_note_transcriptions_total', 'outcome'), '{{outcome}}']),
    graph('Notes in progress', 'short', ['max(sotto_workflows_running{workflow_type="note"})', 'notes']),
    graph('Audio transcribed, in seconds per second', 'short', [rate('sotto_note_audio_seconds_total'), 'audio']),
  ],
  Webhooks: [
    graph('Attempts by outcome', 'reqps', [rate('sotto_webhook_attempts_total', 'outcome'), '{{outcome}}']),
    graph('Wait for the first attempt', 's', ...quantiles('sotto_webhook_first_attempt_delay_seconds')),
    graph('Response time of endpoints', 's', ...quantiles('sotto_webhook_attempt_duration_seconds')),
    graph('Time to delivery, including retries', 's', ...quantiles('sotto_webhook_delivery_duration_seconds')),
    graph('Deliveries by outcome', 'reqps', [rate('sotto_webhook_deliveries_total', 'outcome'), '{{outcome}}']),
    graph('Requests in flight', 'short', ['sum by (instance) (sotto_webhook_attempts_in_flight)', '{{instance}}']),
    graph('Deferred attempts', 'reqps', [rate('sotto_webhook_attempts_deferred_total'), 'deferred']),
    graph('Events in delivery and failing endpoints', 'short', [
      'max by (workflow_type) (sotto_workflows_running{workflow_type=~"webhookEvent|endpointWatch"})',
      '{{workflow_type}}',
    ]),
    graph(
      'Endpoints warned and disabled, per day',
      'short',
      ['sum(increase(sotto_webhook_endpoints_warned_total[1d]))', 'warned'],
      ['sum by (reason) (increase(sotto_webhook_endpoints_disabled_total[1d]))', 'disabled: {{reason}}'],
    ),
  ],
  Dependencies: [
    graph('Dependencies: reachable (1) or not (0)', 'short', [
      'min by (dependency) (sotto_dependency_up)',
      '{{dependency}}',
    ]),
    graph('Requests to Temporal', 'reqps', [rate('temporal_request_total', 'operation'), '{{operation}}']),
    graph('Duration of requests to Temporal, p95', 's', [
      `histogram_quantile(0.95, sum by (le, operation) (rate(temporal_request_latency_seconds_bucket${RATE})))`,
      '{{operation}}',
    ]),
    graph('Wait time of workflow tasks', 's', ...quantiles('temporal_workflow_task_schedule_to_start_latency_seconds')),
    graph('Failed workflow tasks', 'reqps', [
      rate('temporal_workflow_task_execution_failed_total', 'workflow_type'),
      '{{workflow_type}}',
    ]),
    graph('Status 503 and 504', 'reqps', [
      rate('sotto_http_server_errors_total{status=~"503|504"}', 'status'),
      '{{status}}',
    ]),
  ],
  Saturation: [
    graph('CPU time, in cores', 'short', [rate('process_cpu_seconds_total', 'instance'), '{{instance}}']),
    graph('Memory', 'bytes', ['process_resident_memory_bytes', '{{instance}}']),
    graph('Event loop delay, p99', 's', ['nodejs_eventloop_lag_p99_seconds', '{{instance}}']),
    graph('Dictations in flight', 'short', ['sotto_dictations_in_flight', '{{instance}}']),
    graph('Free worker slots', 'short', [
      'min by (instance, task_queue, worker_type) (temporal_worker_task_slots_available)',
      '{{instance}} {{task_queue}} {{worker_type}}',
    ]),
    graph('Wait for a free worker, p90', 's', [
      `histogram_quantile(0.9, sum by (le) (rate(sotto_note_queue_wait_seconds_bucket${RATE})))`,
      'p90',
    ]),
    graph('Open files', 'short', ['process_open_fds', '{{instance}}']),
  ],
};

const COLUMNS = 2;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];

function panel({ title, unit, queries }: Graph, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    datasource: { type: 'prometheus', uid: '$datasource' },
    gridPos: { w: WIDTH, h: HEIGHT, x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(([expr, legendFormat], target) => ({
      refId: String.fromCharCode(65 + target),
      expr,
      legendFormat,
    })),
  };
}

/** Grafana's dashboards by file name. */
export function dashboards(): Record<string, object> {
  const all = Object.entries(DASHBOARDS).map(([name, graphs]) => {
    const datasource = { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' };
    return [
      `${name.toLowerCase()}.json`,
      {
        uid: `sotto-${name.toLowerCase()}`,
        title: `Sotto: ${name}`,
        tags: ['sotto'],
        schemaVersion: 39,
        editable: true,
        refresh: '30s',
        time: { from: 'now-6h', to: 'now' },
        templating: { list: [datasource] },
        panels: graphs.map(panel),
      },
    ] as const;
  });
  return Object.fromEntries(all);
}

/** All queries of all dashboards, with a value for Grafana's interval. */
export function dashboardQueries(): string[] {
  const graphs = Object.values(DASHBOARDS).flat();
  return graphs.flatMap(({ queries }) => queries.map(([expr]) => expr.replaceAll('$__rate_interval', '5m')));
}

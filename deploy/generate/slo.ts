/** A service level objective: the share of events that may fail in 30 days, and the PromQL for the actual share. */
interface Objective {
  readonly name: string;
  readonly budget: number;
  /** The error ratio over a window, as PromQL. */
  readonly errors: (window: string) => string;
}

const OURS = 'busy|engine_unavailable|engine_timed_out|timed_out|unavailable|internal_error';
const ratio = (failed: string, all: string) => (window: string) =>
  `sum(rate(${failed}[${window}])) / sum(rate(${all}[${window}]))`;

const OBJECTIVES: readonly Objective[] = [
  {
    name: 'dictations',
    budget: 0.001,
    errors: ratio(`sotto_dictations_total{outcome=~"${OURS}"}`, 'sotto_dictations_total'),
  },
  {
    name: 'requests',
    budget: 0.001,
    errors: ratio(
      'sotto_http_server_errors_total{route!~"/health.*"}',
      'sotto_http_request_duration_seconds_count{route!~"/health.*"}',
    ),
  },
  {
    name: 'notes',
    budget: 0.001,
    errors: ratio('sotto_notes_processed_total{outcome="processing_failed"}', 'sotto_notes_processed_total'),
  },
  {
    name: 'webhooks',
    budget: 0.01,
    errors: (window) => {
      const rate = (series: string) => `sum(rate(sotto_webhook_first_attempt_delay_seconds_${series}[${window}]))`;
      return `1 - ${rate('bucket{le="5"}')} / ${rate('count')}`;
    },
  },
];

const WINDOWS = ['5m', '30m', '1h', '6h', '3d'];

const burnRate = (window: string) => `sotto_slo:burn_rate:${window}`;
const burns = (long: string, short: string, factor: number) =>
  `(${burnRate(long)} > ${factor} and ${burnRate(short)} > ${factor})`;

interface SloRule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Recording rules of each objective's burn rate (1 uses up the budget in exactly 30 days), and multi-window alerts: the
 * long window shows that the problem is significant, the short one that it continues.
 */
function sloRules(): SloRule[] {
  const recorded = OBJECTIVES.flatMap(({ name, budget, errors }) =>
    WINDOWS.map((window) => ({
      record: burnRate(window),
      expr: `(${errors(window)}) / ${budget}`,
      labels: { slo: name },
    })),
  );
  return [
    ...recorded,
    {
      alert: 'SottoErrorBudgetBurnsFast',
      expr: `${burns('1h', '5m', 14.4)} or ${burns('6h', '30m', 6)}`,
      labels: { severity: 'critical' },
      annotations: {
        summary: 'The error budget of {{ $labels.slo }} lasts for days at most',
        description:
          "2% of the 30 days' budget was used in an hour, or 5% in six hours. Other alerts name the part that fails.",
      },
    },
    {
      alert: 'SottoErrorBudgetBurnsSlowly',
      expr: burns('3d', '6h', 1),
      labels: { severity: 'warning' },
      annotations: {
        summary: 'The error budget of {{ $labels.slo }} does not last for 30 days',
        description: 'Over three days more failed than the objective allows.',
      },
    },
  ];
}

/** The rules as a file for Prometheus. */
export function sloFile(): string {
  const fields = (rule: SloRule) => Object.entries(rule).map(([name, value]) => `${name}: ${JSON.stringify(value)}`); // JSON is YAML
  const rules = sloRules().map((rule) => `      - ${fields(rule).join('\n        ')}`);
  return [
    '# Service level objectives: written by `bun run deploy:generate` from deploy/generate/slo.ts.',
    'groups:',
    '  - name: sotto-slo',
    '    interval: 30s',
    '    rules:',
    ...rules,
    '',
  ].join('\n');
}

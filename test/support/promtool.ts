import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../../development/executables.ts';

/** An alerting or recording rule of a Prometheus rules file. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Input series of a case: selector to values, in promtool's notation (`0+1x10`), one in each interval. */
export type InputSeries = Readonly<Record<string, string>>;

/** The expected behaviour of an alert for some input. */
export interface AlertCase {
  readonly series: InputSeries;
  /** The time of evaluation, relative to the start of the series: `15m`. */
  readonly at: string;
  /** The labels of each alert that fires, without those of the rule; none when the alert is silent. */
  readonly fires: readonly Readonly<Record<string, string>>[];
}

/** The rules of a rules file. */
export function readRules(path: string): Rule[] {
  const { groups } = Bun.YAML.parse(readFileSync(path, 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/**
 * Runs `promtool test rules`: each case against the rules.
 * @param cases of each alert, by its name
 * @param interval between values of the series, and between evaluations
 * @returns what promtool printed; empty when every case holds
 */
export function testAlerts(
  path: string,
  cases: Readonly<Record<string, readonly AlertCase[]>>,
  interval = '1m',
): string {
  const rules = new Map(readRules(path).map((rule) => [rule.alert, rule]));
  const tests = Object.entries(cases).flatMap(([alert, ofAlert]) =>
    ofAlert.map(({ series, at, fires }) => ({
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        { eval_time: at, alertname: alert, exp_alerts: fires.map((labels) => expectedAlert(rules.get(alert), labels)) },
      ],
    })),
  );
  return promtool('test', 'rules', { rule_files: [path], evaluation_interval: interval, tests });
}

/** Runs `promtool check rules`. */
export function checkRules(path: string): string {
  return run(['check', 'rules', path]);
}

function expectedAlert(rule: Rule | undefined, labels: Readonly<Record<string, string>>) {
  if (!rule) throw new Error('Cannot test a rule that is not in the file');
  const fill = (text: string) => text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name) => labels[name] ?? '');
  const annotations = Object.entries(rule.annotations ?? {}).map(([name, text]) => [name, fill(text)]);
  return { exp_labels: { ...labels, ...rule.labels }, exp_annotations: Object.fromEntries(annotations) };
}

function promtool(command: string, what: string, file: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-promtool-'));
  try {
    const path = join(folder, 'test.yml');
    writeFileSync(path, JSON.stringify(file)); // JSON is YAML
    return run([command, what, path]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Its output when it failed. @throws {Error} when promtool is missing */
function run(args: string[]): string {
  const path = findExecutable(['promtool'], process.env);
  if (!path) throw new Error('Cannot test the rules as promtool is missing: run `npm run test:tools`');
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

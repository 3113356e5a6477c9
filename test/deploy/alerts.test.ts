import { describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { checkRules, readRules, testAlerts } from '../support/promtool.ts';
import { ALERT_CASES } from './alert-cases.ts';

const PATH = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url));

describe('alerts.yml', () => {
  test('loads in Prometheus', () => {
    expect(checkRules(PATH)).toBe('');
  });

  test('each alert has a case in which it fires and one in which it is silent', () => {
    const alerts = readRules(PATH).map(({ alert }) => alert);
    const tried = Object.entries(ALERT_CASES).filter(
      ([, cases]) => cases.some(({ fires }) => fires.length > 0) && cases.some(({ fires }) => fires.length === 0),
    );
    expect(tried.map(([alert]) => alert)).toEqual(alerts as string[]);
  });

  test.each(Object.entries(ALERT_CASES))('%s fires and is silent as it must', (alert, cases) => {
    expect(testAlerts(PATH, { [alert]: cases })).toBe('');
  });
});

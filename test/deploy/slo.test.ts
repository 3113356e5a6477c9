import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from '../../deploy/generate/main.ts';
import { checkRules, readRules, testAlerts } from '../support/promtool.ts';
import { SLO_CASES } from './slo-cases.ts';

const deployed = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url));
const PATH = deployed('prometheus/slo.yml');

test.each(Object.entries(generatedFiles()))('%s is what `bun run deploy:generate` writes', (path, content) => {
  expect(readFileSync(deployed(path), 'utf8')).toBe(content);
});

describe('slo.yml', () => {
  test('loads in Prometheus', () => {
    expect(checkRules(PATH)).toBe('');
  });

  test('each alert has a case in which it fires and one in which it is silent', () => {
    const alerts = readRules(PATH).flatMap(({ alert }) => alert ?? []);
    const tried = Object.entries(SLO_CASES).filter(
      ([, { cases }]) => cases.some(({ fires }) => fires.length > 0) && cases.some(({ fires }) => fires.length === 0),
    );
    expect(tried.map(([alert]) => alert)).toEqual(alerts);
  });

  test.each(Object.entries(SLO_CASES))('%s fires and is silent as it must', (alert, { interval, cases }) => {
    expect(testAlerts(PATH, { [alert]: cases }, interval)).toBe('');
  });
});

import { expect, test } from 'bun:test';
import { ConfigError, readConfig } from '../../runtime/config.ts';

test('readConfig() fills every default', () => {
  const config = readConfig({});
  expect(config.PORT).toBe(3000);
  expect(config.LLM_TIMEOUT).toBe(5_000);
  expect(config.USAGE_RETENTION).toBe(90 * 24 * 3600 * 1000);
  expect(config.WEBHOOK_ALLOW_HTTP).toBe(false);
  expect(config.REDIS_URL).toBeUndefined();
});

test('readConfig() takes an empty variable as unset', () => {
  expect(readConfig({ PORT: '', REDIS_URL: '' }).PORT).toBe(3000);
});

test('readConfig() throws one error that names every bad variable and no value', () => {
  const bad = { PORT: 'http', LLM_TIMEOUT: 'soon', REDIS_URL: 'hunter2', WEBHOOK_ALLOW_HTTP: 'yes' };
  const error = (() => {
    try {
      readConfig(bad);
    } catch (caught) {
      return caught as Error;
    }
    throw new Error('readConfig() accepted a bad environment');
  })();
  expect(error).toBeInstanceOf(ConfigError);
  for (const variable of Object.keys(bad)) expect(error.message).toContain(variable);
  expect(error.message).not.toContain('hunter2');
});

import { describe, expect, test } from 'bun:test';
import { ConfigError, readConfig } from '../../../platform/config/config.ts';

test('readConfig() fills every default', () => {
  const config = readConfig({});
  expect(config.PORT).toBe(3000);
  expect(config.LLM_TIMEOUT).toBe(5_000);
  expect(config.USAGE_RETENTION).toBe(90 * 24 * 3600 * 1000);
  expect(config.WEBHOOK_ALLOW_HTTP).toBe(false);
  expect(config.REDIS_URL).toBeUndefined();
});

test('readConfig() treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', REDIS_URL: '' }).PORT).toBe(3000);
});

/** The error for an invalid environment. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('readConfig() accepted a bad environment');
}

test('readConfig() throws one error that names every bad variable and no value', () => {
  const bad = { PORT: 'http', LLM_TIMEOUT: 'soon', REDIS_URL: 'hunter2', WEBHOOK_ALLOW_HTTP: 'yes' };
  const message = refusal(bad);
  for (const variable of Object.keys(bad)) expect(message).toContain(`  ${variable} must be `);
  expect(message).not.toContain('hunter2');
});

const PORTS = [
  ...['PORT', 'METRICS_PORT', 'WORKER_METRICS_PORT'],
  ...['EMBEDDED_REDIS_PORT', 'EMBEDDED_TEMPORAL_PORT', 'EMBEDDED_TEMPORAL_UI_PORT'],
] as const;

describe.each(PORTS)('readConfig() reads %s', (name) => {
  test.each([0, 1, 443, 65_535])('and takes %d', (port) => {
    expect(readConfig({ [name]: String(port) })[name]).toBe(port);
  });

  test.each(['65536', '99999', '100000', '-1', '1.5', '1e3', '0x50', 'NaN', ' 80'])('and refuses %j', (port) => {
    expect(refusal({ [name]: port })).toEndWith(`  ${name} must be a port number from 0 to 65535`);
  });
});

describe('readConfig() takes', () => {
  test.each([
    ['LLM_TIMEOUT', '1ms', 1],
    ['LLM_TIMEOUT', '1.005s', 1_005],
    ['LLM_TIMEOUT', '20 minutes', 1_200_000],
    ['NOTE_UPLOAD_TIMEOUT', '24 days', 24 * 86_400_000],
    ['STORE_RETENTION', '36500 days', 36_500 * 86_400_000],
    ['SPEECH_PROCESSES', '1', 1],
    ['WEBHOOK_ALLOW_HTTP', 'true', true],
    ['WEBHOOK_ALLOW_HTTP', 'false', false],
    ['WEBHOOK_ALLOW_NETWORKS', '10.0.0.0/8, fd00::/8,', '10.0.0.0/8, fd00::/8,'],
    ['REDIS_URL', 'rediss://user:p%40ss@[::1]:6379/3', 'rediss://user:p%40ss@[::1]:6379/3'],
    ['REDIS_URL', 'redis://a:7000,redis://b', 'redis://a:7000,redis://b'],
    ['REDIS_CLUSTER', 'true', true],
    ['REDIS_TLS_CA', '/etc/redis/ca.pem', '/etc/redis/ca.pem'],
    ['PUBLIC_URL', 'https://sotto.example/api/', 'https://sotto.example/api/'],
    ['MAIL_URL', 'smtp://localhost:25?pool=true', 'smtp://localhost:25?pool=true'],
    ['MAIL_FROM', 'sotto@example.org', 'sotto@example.org'],
    ['MAIL_FROM', '"Sotto, Inc." <sotto@example.org>', '"Sotto, Inc." <sotto@example.org>'],
    ['RECORDINGS', 'gs://bucket/a/prefix', 'gs://bucket/a/prefix'],
    ['RECORDINGS', '/var/lib/sotto', '/var/lib/sotto'],
    ['SOTTO_HOME', '../home', '../home'],
  ] as const)('%s=%s', (name, text, meant) => {
    expect(readConfig({ [name]: text })[name]).toBe(meant);
  });
});

describe('readConfig() refuses values that would fail later or mean something else:', () => {
  test.each([
    // With a timeout of 0, nothing succeeds. A timeout beyond 24.8 days fires immediately.
    ['LLM_TIMEOUT', ['0s', '0.0001s', '-5s', '5', 'NaN', '25 days', '1e3s', `${'9'.repeat(200)}d`]],
    ['USAGE_RETENTION', ['0 days', '0.1ms', '40000 days']],
    ['MAX_DICTATION_BYTES', ['0', '-1', '1.5', '1e6', '25MB', 'Infinity', '9'.repeat(15)]],
    ['SPEECH_THREADS', ['0', '4294967297']],
    ['DICTATION_CONCURRENCY', ['0', '10001']],
    ['WEBHOOK_ALLOW_HTTP', ['yes', '1', 'TRUE', 'on']],
    ['LOG_LEVEL', ['trace', 'INFO']],
    ['PUBLIC_URL', ['sotto.example', 'ftp://a', 'https://', 'https://a:99999', 'https://a/?b=c', 'https://a/#b']],
    ['SPEECH_URL', ['https://a/v1?', 'ws://a']],
    ['REDIS_URL', ['http://a', 'redis://', 'redis://:pass/word@a', 'redis://a:65536', 'redis://a/first']],
    ['REDIS_TLS_CA', ['~/ca.pem', 'https://a/ca.pem']],
    ['MAIL_URL', ['mail.example', 'https://a', 'smtp://a:b', 'smtps://user:pass#word@a']],
    ['MAIL_FROM', ['Sotto', 'Sotto <sotto>', '<a@b>\r\nBcc: c@d']],
    ['RECORDINGS', ['gs://', 's3://bucket', 'GS://bucket', '~/recordings', ' ']],
    ['SOTTO_HOME', ['~/.sotto', 'file:///var/lib/sotto']],
    ['LLM_API_KEY', ['key\n', 'two words', 'schlüssel']],
    ['SPEECH_MODEL', ['  ']],
    ['SOTTO_SECRET', ['x'.repeat(31)]],
  ] as const)('%s', (name, texts) => {
    for (const text of texts) expect([text, refusal({ [name]: text })]).toEqual([text, expect.stringContaining(name)]);
  });
});

// 10/8 would be read as 0.0.0.10/8, 010.0.0.0 as 8.0.0.0, and an IPv4-mapped network matches nothing.
test.each(['10.0.0.0', '10.0.0.0/33', '10/8', '010.0.0.0/8', 'localhost', '::ffff:10.0.0.0/104', 'fd00::/129'])(
  'readConfig() names the entry of WEBHOOK_ALLOW_NETWORKS that is not a CIDR: %s',
  (entry) => {
    expect(refusal({ WEBHOOK_ALLOW_NETWORKS: `127.0.0.0/8, ${entry} ,fd00::/8` })).toEndWith(
      `WEBHOOK_ALLOW_NETWORKS must be CIDRs such as 10.0.0.0/8 or fd00::/8, separated by commas: '${entry}' is none`,
    );
  },
);

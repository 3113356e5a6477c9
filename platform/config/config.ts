import { type StaticDecode, type TSchema, Type } from '@sinclair/typebox';
import { TransformDecodeError, Value } from '@sinclair/typebox/value';
import { SAMPLERS } from '../tracing/sampler-names.ts';
import {
  apiKey,
  baseUrl,
  count,
  duration,
  encryptionKeys,
  file,
  flag,
  folder,
  mailFrom,
  networks,
  oneOf,
  or,
  port,
  ratio,
  recordings,
  redisUrl,
  secret,
  smtpUrl,
  text,
  ValueError,
  version,
} from './values.ts';

/** A runtime timer of more than 24.8 days fires immediately. */
const timeout = duration('24 days');
const retention = duration('36500 days');
const concurrency = count(10_000);
/** More than any machine has. The code that receives it counts in 32 bits. */
const perMachine = count(1_024);
const amount = count(1e12);

/** Every variable that Sotto reads. A test checks README's configuration table against it. */
export const Environment = Type.Object({
  SOTTO_HOME: or(folder, '.sotto'),
  SOTTO_SECRET: Type.Optional(secret('a secret')),
  SOTTO_SECRET_PREVIOUS: Type.Optional(secret('the secret before the last rotation,')),
  HOST: or(text, '127.0.0.1'),
  PORT: or(port, '3000'),
  METRICS_HOST: or(text, '127.0.0.1'),
  METRICS_PORT: Type.Optional(port),
  WORKER_METRICS_PORT: Type.Optional(port),
  PUBLIC_URL: Type.Optional(baseUrl),
  TRUSTED_PROXIES: Type.Optional(networks),
  APP_REQUESTS_PER_MINUTE: or(amount, '600'),
  APP_REQUESTS_PER_MINUTE_AND_ADDRESS: or(amount, '3000'),
  APP_SENDS_PER_MINUTE: or(amount, '60'),
  SIGN_IN_MAILS_PER_HOUR: or(amount, '1000'),
  OPERATOR_TOKEN: Type.Optional(secret('a secret')),
  OPERATOR_REQUESTS_PER_MINUTE: or(amount, '120'),
  TEMPORAL_UI_URL: Type.Optional(baseUrl),
  TEMPORAL_ENCRYPTION_KEYS: Type.Optional(encryptionKeys),
  WORKER_VERSION: Type.Optional(version),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(baseUrl),
  OTEL_SERVICE_NAME: Type.Optional(text),
  OTEL_TRACES_SAMPLER: or(oneOf(...SAMPLERS), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: or(ratio, '1'),
  LOG_LEVEL: or(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
  REDIS_URL: Type.Optional(redisUrl),
  REDIS_CLUSTER: or(flag, 'false'),
  REDIS_SENTINEL_MASTER: Type.Optional(text),
  REDIS_SENTINEL_PASSWORD: Type.Optional(text),
  REDIS_TLS_CA: Type.Optional(file),
  REDIS_TLS_CERT: Type.Optional(file),
  REDIS_TLS_KEY: Type.Optional(file),
  EMBEDDED_REDIS_PORT: Type.Optional(port),
  EMBEDDED_TEMPORAL_PORT: Type.Optional(port),
  EMBEDDED_TEMPORAL_UI_PORT: Type.Optional(port),
  RECORDINGS: Type.Optional(recordings),
  SPEECH_URL: Type.Optional(baseUrl),
  SPEECH_API_KEY: Type.Optional(apiKey),
  SPEECH_MODEL: or(text, 'whisper-1'),
  SPEECH_TIMEOUT: or(timeout, '60s'),
  SPEECH_PROCESSES: Type.Optional(perMachine),
  SPEECH_THREADS: or(perMachine, '2'),
  SPEECH_MODEL_DIR: Type.Optional(folder),
  LLM_URL: Type.Optional(baseUrl),
  LLM_API_KEY: Type.Optional(apiKey),
  LLM_MODEL: or(text, 'gpt-4.1-mini'),
  LLM_TIMEOUT: or(timeout, '5s'),
  MAIL_URL: Type.Optional(smtpUrl),
  MAIL_FROM: or(mailFrom, 'Sotto <sotto@localhost>'),
  DICTATION_TIMEOUT: or(timeout, '2 minutes'),
  DICTATION_UPLOAD_TIMEOUT: or(timeout, '60s'),
  MAX_DICTATION_BYTES: or(amount, String(25 * 1024 * 1024)),
  MAX_DICTATION_SECONDS: or(amount, String(30 * 60)),
  DICTATION_CONCURRENCY: or(concurrency, '16'),
  LIVE_CONCURRENCY: or(concurrency, '8'),
  LIVE_MAX_DURATION: or(timeout, '1 hour'),
  LIVE_MAX_SILENCE: or(timeout, '10 minutes'),
  LIVE_IDLE_TIMEOUT: or(timeout, '60 seconds'),
  LIVE_LOST_AFTER: or(timeout, '3 minutes'),
  UPLOAD_MIN_BYTES_PER_SECOND: or(amount, '1024'),
  FEEDBACK_UPLOAD_TIMEOUT: or(timeout, '5 minutes'),
  NOTE_UPLOAD_TIMEOUT: or(timeout, '1 hour'),
  NOTE_CONCURRENCY: Type.Optional(concurrency),
  MAX_NOTE_BYTES: or(amount, '500000000'),
  NOTE_QUOTA: Type.Optional(amount),
  NOTE_QUOTA_BYTES: Type.Optional(amount),
  MAX_NOTE_SECONDS: or(amount, String(4 * 60 * 60)),
  USAGE_RETENTION: or(retention, '90 days'),
  STORE_RETENTION: or(retention, '90 days'),
  AUDIT_RETENTION: or(retention, '365 days'),
  WEBHOOK_ALLOW_NETWORKS: Type.Optional(networks),
  WEBHOOK_ALLOW_HTTP: or(flag, 'false'),
  WEBHOOK_CONCURRENCY: or(concurrency, '10'),
});

/** The configuration: the decoded {@link Environment}. Durations are milliseconds, sizes are bytes. */
export type Config = Readonly<StaticDecode<typeof Environment>>;

/**
 * Thrown by {@link readConfig}. Its message names each invalid variable and its rule. It quotes networks, and no other
 * value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration once, at start.
 * @param env the process environment; an empty value counts as unset
 * @throws {ConfigError} one error that lists every invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, schema] of Object.entries<TSchema>(Environment.properties)) {
    const given = env[name] || schema.default;
    if (given === undefined) continue;
    try {
      config[name] = Value.Decode(schema, given);
    } catch (error) {
      if (!(error instanceof TransformDecodeError && error.error instanceof ValueError)) throw error;
      wrong.push(`  ${name} must be ${error.error.message}`);
    }
  }
  if (wrong.length > 0) throw new ConfigError(`Cannot start as the environment is wrong:\n${wrong.join('\n')}`);
  return Object.freeze(config as Config);
}

/** The variables that a serving process requires. The embedded stack provides all of them. */
export interface ServiceConfig extends Config {
  readonly REDIS_URL: string;
  readonly SOTTO_SECRET: string;
}

/** @throws {ConfigError} naming every variable that is missing */
export function requireService(config: Config): ServiceConfig {
  const { REDIS_URL, SOTTO_SECRET } = config;
  if (REDIS_URL !== undefined && SOTTO_SECRET !== undefined) return { ...config, REDIS_URL, SOTTO_SECRET };
  const missing = Object.entries({ REDIS_URL, SOTTO_SECRET }).flatMap(([name, value]) => (value ? [] : [`  ${name}`]));
  throw new ConfigError(
    `Cannot start as these variables are not set (\`npm start\` sets them):\n${missing.join('\n')}`,
  );
}

import { type StaticDecode, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import ms from 'ms';

/** A count written in decimal digits. */
const count = (fallback: number, least: 0 | 1 = 1) =>
  Type.Transform(
    Type.String({
      pattern: least === 0 ? '^\\d{1,15}$' : '^[1-9]\\d{0,14}$',
      default: String(fallback),
      title: `a whole number from ${least}`,
    }),
  )
    .Decode(Number)
    .Encode(String);

/** A count that is derived from others when it is not given. */
const optionalCount = Type.Optional(
  Type.Transform(Type.String({ pattern: '^[1-9]\\d{0,14}$', title: 'a whole number from 1' }))
    .Decode(Number)
    .Encode(String),
);

/** A TCP port; 0 is any free one. */
const optionalPort = Type.Optional(
  Type.Transform(Type.String({ pattern: '^\\d{1,5}$', title: 'a port number' }))
    .Decode(Number)
    .Encode(String),
);

/** A duration such as `5s`, `20 minutes` or `90 days`; milliseconds once read. */
const duration = (fallback: string) =>
  Type.Transform(
    Type.String({
      pattern: '^\\d+(\\.\\d+)?\\s?(ms|s|m|h|d|milliseconds?|seconds?|minutes?|hours?|days?)$',
      default: fallback,
      title: 'a duration such as 5s, 20 minutes or 90 days',
    }),
  )
    .Decode((text) => ms(text as ms.StringValue))
    .Encode((value) => ms(value));

const flag = (fallback: boolean) =>
  Type.Transform(
    Type.Union([Type.Literal('true'), Type.Literal('false')], { default: String(fallback), title: 'true or false' }),
  )
    .Decode((text) => text === 'true')
    .Encode((value) => (value ? 'true' : 'false'));

const url = (schemes: string) =>
  Type.Optional(Type.String({ pattern: `^(${schemes})://[^\\s]+$`, title: `a URL that begins with ${schemes}://` }));

const text = (fallback: string) => Type.String({ minLength: 1, default: fallback, title: 'a text that is not empty' });

const secret = Type.Optional(Type.String({ minLength: 1, title: 'a text that is not empty' }));

/** Every variable that Sotto reads. README's configuration table is checked against it. */
export const Environment = Type.Object({
  SOTTO_HOME: text('.sotto'),
  SOTTO_SECRET: Type.Optional(Type.String({ minLength: 32, title: 'a secret of at least 32 characters' })),
  SOTTO_SECRET_PREVIOUS: Type.Optional(
    Type.String({ minLength: 32, title: 'the secret before the last rotation, at least 32 characters' }),
  ),
  HOST: text('127.0.0.1'),
  PORT: count(3000, 0),
  METRICS_HOST: text('127.0.0.1'),
  METRICS_PORT: optionalPort,
  WORKER_METRICS_PORT: optionalPort,
  PUBLIC_URL: url('https?'),
  LOG_LEVEL: Type.Union(
    [Type.Literal('debug'), Type.Literal('info'), Type.Literal('warn'), Type.Literal('error'), Type.Literal('silent')],
    { default: 'info', title: 'debug, info, warn, error or silent' },
  ),
  REDIS_URL: url('rediss?'),
  EMBEDDED_REDIS_PORT: optionalPort,
  EMBEDDED_TEMPORAL_PORT: optionalPort,
  EMBEDDED_TEMPORAL_UI_PORT: optionalPort,
  RECORDINGS: Type.Optional(Type.String({ minLength: 1, title: 'a folder, or gs://bucket[/prefix]' })),
  SPEECH_URL: url('https?'),
  SPEECH_API_KEY: secret,
  SPEECH_MODEL: text('whisper-1'),
  SPEECH_TIMEOUT: duration('60s'),
  SPEECH_PROCESSES: optionalCount,
  SPEECH_THREADS: count(2),
  LLM_URL: url('https?'),
  LLM_API_KEY: secret,
  LLM_MODEL: text('gpt-4.1-mini'),
  LLM_TIMEOUT: duration('5s'),
  MAIL_URL: url('smtps?'),
  MAIL_FROM: text('Sotto <sotto@localhost>'),
  DICTATION_TIMEOUT: duration('2 minutes'),
  DICTATION_UPLOAD_TIMEOUT: duration('60s'),
  DICTATION_MAX_BYTES: count(25 * 1024 * 1024),
  DICTATION_MAX_SECONDS: count(30 * 60),
  DICTATION_CONCURRENCY: count(16),
  FEEDBACK_UPLOAD_TIMEOUT: duration('5 minutes'),
  NOTE_UPLOAD_TIMEOUT: duration('1 hour'),
  NOTE_CONCURRENCY: optionalCount,
  NOTE_MAX_BYTES: count(500_000_000),
  NOTE_MAX_SECONDS: count(4 * 60 * 60),
  USAGE_RETENTION: duration('90 days'),
  STORE_RETENTION: duration('90 days'),
  WEBHOOK_ALLOW_NETWORKS: Type.Optional(Type.String({ title: 'CIDRs separated by commas' })),
  WEBHOOK_ALLOW_HTTP: flag(false),
  WEBHOOK_CONCURRENCY: count(10),
});

/** The configuration: {@link Environment} decoded; durations in milliseconds, sizes in bytes. */
export type Config = Readonly<StaticDecode<typeof Environment>>;

/** Thrown by {@link readConfig}; its message names every variable that is wrong, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration once, at start.
 * @param env the process environment; an empty value counts as unset
 * @throws {ConfigError} one error that lists every bad variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(Environment.properties).flatMap((key) => (env[key] ? [[key, env[key]]] : [])),
  );
  const filled = Value.Default(Environment, given);
  const wrong = new Map<string, TSchema>();
  for (const { path, schema } of Value.Errors(Environment, filled)) {
    const variable = path.slice(1).split('/')[0] ?? path;
    if (!wrong.has(variable)) wrong.set(variable, schema);
  }
  if (wrong.size > 0) {
    const lines = [...wrong].map(([variable, schema]) => `  ${variable} must be ${schema.title ?? 'valid'}`);
    throw new ConfigError(`Cannot start as the environment is wrong:\n${lines.join('\n')}`);
  }
  return Object.freeze(Value.Decode(Environment, filled));
}

/** What a process that serves cannot do without. The embedded stack provides all of it. */
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

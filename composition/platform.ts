import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Clock } from '../platform/clock.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import { checkSealingKeys, WrongKeysError } from '../platform/encryption/key-check.ts';
import { createSealing, type Sealing } from '../platform/encryption/sealed-values.ts';
import { type ClientAddress, createClientAddress } from '../platform/http/client-address.ts';
import { describeError, type Log } from '../platform/log.ts';
import { createMailer, type Mailer } from '../platform/mail/mailer.ts';
import type { Opening } from '../platform/open-all.ts';
import type { Probe } from '../platform/readiness.ts';
import type { DiskRecordings } from '../platform/recordings/disk.ts';
import { createLinkSigner, type LinkSigner } from '../platform/recordings/links.ts';
import { openRecordings } from '../platform/recordings/open.ts';
import { createStoreCheck, OtherStoreError, type StoreCheck } from '../platform/recordings/store-check.ts';
import type { Recordings } from '../platform/recordings/types.ts';
import { connectRedis, firstConnection, pingRedis, type Redis } from '../platform/redis/connection.ts';
import { redisSettings } from '../platform/redis/settings.ts';
import { connectTemporal, type Temporal } from '../platform/temporal/connection.ts';
import { openTracing } from '../platform/tracing/open.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';

/** The secret that signs links, tokens and cursors, and the one before the last rotation. */
export interface Secrets {
  readonly secret: string;
  readonly previousSecret?: string | undefined;
}

/** The infrastructure that every domain uses. */
export interface Platform {
  readonly redis: Redis;
  /** Starts and signals workflows. */
  readonly temporal: Client;
  readonly recordings: Recordings | DiskRecordings;
  readonly links: LinkSigner;
  readonly mailer: Mailer;
  /** Where users reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly secrets: Secrets;
  /** Names the client of a request, for limits. */
  readonly clientAddress: ClientAddress;
  readonly now: Clock;
  readonly log: Log;
  /** Encrypts single values in Redis; undefined when none are encrypted. */
  readonly sealing?: Sealing | undefined;
  /** Undefined when spans are not collected. */
  readonly tracing?: Tracing | undefined;
}

const STORE_CHECK_TIMEOUT_MS = 5_000;

/** A platform that this process opened itself. */
export interface OpenPlatform extends Platform {
  /** The connections that Temporal workers run on. */
  readonly temporalConnection: Temporal;
  /** Whether Redis and Temporal answer, and recordings can be written where all processes keep them. */
  readonly probes: Readonly<Record<'redis' | 'temporal' | 'recordings', Probe>>;
  readonly confirmStore: StoreCheck['confirmStore'];
}

export interface PlatformOptions {
  readonly config: ServiceConfig;
  /** For Temporal's own variables. */
  readonly env: Record<string, string | undefined>;
  readonly log: Log;
  readonly now: Clock;
  /** Names this process in traces. Without a name there are none. */
  readonly serviceName?: string;
}

/**
 * Opens Redis, Temporal, recordings and mail. Redis may be unavailable at the start: requests fail until it answers.
 * @throws {Error} when one cannot be opened
 */
export async function openPlatform(
  opening: Opening,
  { config, env, log, now, serviceName }: PlatformOptions,
): Promise<OpenPlatform> {
  const tracing = serviceName === undefined ? undefined : await openTracing(config, serviceName, log);
  opening.defer(() => tracing?.close());
  const redis = opening.adopt(connectRedis(await redisSettings(config)), (opened) => opened.disconnect());
  redis.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'Redis unavailable'));
  const firstRedis = firstConnection(redis);
  const sealing = createSealing(config.TEMPORAL_ENCRYPTION_KEYS);
  const temporal = opening.adopt(
    await connectTemporal(env, { encryptionKeys: config.TEMPORAL_ENCRYPTION_KEYS, tracing }),
    (opened) => opened.close(),
  );
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '');
  const secrets = { secret: config.SOTTO_SECRET, previousSecret: config.SOTTO_SECRET_PREVIOUS };
  const links = createLinkSigner({ ...secrets, baseUrl: `${publicUrl}/v1/recordings`, now });
  const outbox = join(config.SOTTO_HOME, 'outbox');
  const mailer = createMailer({ url: config.MAIL_URL, from: config.MAIL_FROM, outbox, log });
  opening.defer(() => mailer.close());
  const recordings = await openRecordings(config.RECORDINGS ?? join(config.SOTTO_HOME, 'recordings'), links);
  const { check: checkStore, confirmStore } = createStoreCheck({ redis, recordings });
  await firstRedis;
  await checkSealingKeys(redis, sealing).catch((error: unknown) => {
    if (error instanceof WrongKeysError) throw error;
    log.error({ error: describeError(error) }, 'Encryption keys not checked at start');
  });
  await checkStore(AbortSignal.timeout(STORE_CHECK_TIMEOUT_MS)).catch((error: unknown) => {
    const message = error instanceof OtherStoreError ? error.message : 'Recordings not checked at start';
    log.error({ error: describeError(error) }, message);
  });
  return {
    redis,
    temporal: temporal.client,
    temporalConnection: temporal,
    recordings,
    links,
    mailer,
    publicUrl,
    secrets,
    clientAddress: createClientAddress({
      trustedProxies: config.TRUSTED_PROXIES,
      onUntrusted: () => log.warn('Ignoring X-Forwarded-For: its sender is not in TRUSTED_PROXIES'),
    }),
    now,
    log,
    tracing,
    sealing,
    confirmStore,
    probes: { redis: () => pingRedis(redis), temporal: (signal) => temporal.ping(signal), recordings: checkStore },
  };
}

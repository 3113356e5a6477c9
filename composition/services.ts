import { join } from 'node:path';
import type { ServiceConfig } from '../platform/config/config.ts';
import type { Log } from '../platform/log.ts';
import { createMailer, type Mailer } from '../platform/mail/mailer.ts';
import { type Closable, openTogether } from '../platform/open-all.ts';
import type { Probe } from '../platform/readiness.ts';
import { createLinkSigner, type LinkSigner } from '../platform/recordings/links.ts';
import { openRecordings } from '../platform/recordings/open.ts';
import { connectRedis, type Redis } from '../platform/redis/connection.ts';
import { connectTemporal, type Temporal } from '../platform/temporal/connection.ts';
import { createNoteParts } from './notes.ts';
import { createWebhookParts, type ObserveAttempts, type WebhookParts } from './webhooks.ts';

/** What an API process and a worker process both stand on. */
export interface Services extends Closable {
  readonly redis: Redis;
  readonly temporal: Temporal;
  /** Where users reach the service, without a slash at the end. */
  readonly publicUrl: string;
  readonly secrets: { readonly secret: string; readonly previousSecret: string | undefined };
  readonly links: LinkSigner;
  readonly recordings: ReturnType<typeof openRecordings>;
  readonly mailer: Mailer;
  readonly notes: ReturnType<typeof createNoteParts>;
  readonly webhooks: WebhookParts;
  /** Whether Redis and Temporal answer. */
  readonly probes: Readonly<Record<'redis' | 'temporal', Probe>>;
}

export interface ServiceDeps {
  readonly config: ServiceConfig;
  /** For Temporal's own variables. */
  readonly env: Record<string, string | undefined>;
  readonly log: Log;
  readonly now: () => number;
  /** Watches what the webhooks' store records. */
  readonly observeAttempts?: ObserveAttempts;
}

/**
 * Opens Redis, Temporal, recordings and mail, and puts notes and webhooks on top of them. Redis may be away at the
 * start: whoever asks it is told so until it is there.
 * @throws {Error} when one cannot be opened; nothing stays open then
 */
export function openServices({ config, env, log, now, observeAttempts }: ServiceDeps): Promise<Services> {
  return openTogether(async (opening) => {
    const redis = opening.adopt(connectRedis(config.REDIS_URL), (opened) => opened.disconnect());
    redis.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'Redis is away'));
    const temporal = opening.adopt(await connectTemporal(env), (opened) => opened.close());
    const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '');
    const secrets = { secret: config.SOTTO_SECRET, previousSecret: config.SOTTO_SECRET_PREVIOUS };
    const links = createLinkSigner({ ...secrets, baseUrl: `${publicUrl}/v1/recordings`, now });
    const recordings = openRecordings(config.RECORDINGS ?? join(config.SOTTO_HOME, 'recordings'), links);
    const outbox = join(config.SOTTO_HOME, 'outbox');
    const mailer = createMailer({ url: config.MAIL_URL, from: config.MAIL_FROM, outbox, log });
    opening.defer(() => mailer.close());
    const notes = createNoteParts({
      redis,
      client: temporal.client,
      recordings,
      now,
      log,
      uploadTimeoutMs: config.NOTE_UPLOAD_TIMEOUT,
    });
    const webhooks = createWebhookParts({
      ...secrets,
      redis,
      client: temporal.client,
      now,
      observeAttempts,
      allowNetworks: config.WEBHOOK_ALLOW_NETWORKS,
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
    });
    const probes = { redis: () => redis.ping(), temporal: (signal: AbortSignal) => temporal.ping(signal) };
    return { redis, temporal, publicUrl, secrets, links, recordings, mailer, notes, webhooks, probes };
  });
}

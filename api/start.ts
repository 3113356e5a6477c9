import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createDictationActivities } from '../activities/dictation.ts';
import type { DictationContents } from '../activities/dictation-content.ts';
import { createNoteParts } from '../activities/note-parts.ts';
import { createFormatter } from '../formatting/formatter.ts';
import { createMailer } from '../mail/mailer.ts';
import { createLinkSigner } from '../recordings/links.ts';
import { openRecordings } from '../recordings/open.ts';
import type { ServiceConfig } from '../runtime/config.ts';
import { llmOptions, speechOptions } from '../runtime/engines.ts';
import type { Log } from '../runtime/log.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { type Server, serve } from '../runtime/serve.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { connectRedis } from '../store/connection.ts';
import { createDictationArchive } from '../store/dictation-archive.ts';
import { createEnterpriseKeyStore } from '../store/enterprise-keys.ts';
import { createFeedbackStore } from '../store/feedback.ts';
import { createOrganizationStore } from '../store/organizations.ts';
import { createRequestRate } from '../store/request-rate.ts';
import { createSessionStore } from '../store/sessions.ts';
import { createSignInLinkStore } from '../store/sign-in-links.ts';
import { createTokenStore } from '../store/tokens.ts';
import { createUsageStore } from '../store/usage.ts';
import { createUserStore } from '../store/users.ts';
import { connectTemporal } from '../worker/temporal.ts';
import { createWebhookParts } from '../worker/webhooks.ts';
import { bundleWorkflows, createWorker } from '../worker/worker.ts';
import { dictationQueue } from '../workflows/queues.ts';
import { createApp } from './app.ts';
import { createAuthenticate } from './enterprise/authenticate.ts';
import { createClientTokens } from './enterprise/client-tokens.ts';

/** A running API process. */
export interface ApiProcess {
  readonly port: number;
  /** Lets the requests in flight end, then closes what it opened. */
  stop(): Promise<void>;
}

/**
 * Starts the API: HTTP, and the worker for the dictations whose content this process holds.
 * @param env for Temporal's own variables
 */
export async function startApi(
  config: ServiceConfig,
  env: Record<string, string | undefined>,
  log: Log,
): Promise<ApiProcess> {
  const now = Date.now;
  const metrics = createMetrics();
  const redis = connectRedis(config.REDIS_URL);
  redis.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'Redis is away'));
  const temporal = await connectTemporal(env);
  const speech = createSpeechEngine(speechOptions(config, log));
  const contents: DictationContents = new Map();
  const taskQueue = dictationQueue(`${hostname()}-${randomUUID().slice(0, 8)}`);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const secrets = { secret: config.SOTTO_SECRET, previousSecret: config.SOTTO_SECRET_PREVIOUS };
  const links = createLinkSigner({ ...secrets, baseUrl: `${publicUrl}/v1/recordings`, now });
  const recordings = openRecordings(config.RECORDINGS ?? join(config.SOTTO_HOME, 'recordings'), links);
  const mailer = createMailer({
    url: config.MAIL_URL,
    from: config.MAIL_FROM,
    outbox: join(config.SOTTO_HOME, 'outbox'),
    log,
  });
  const organizations = createOrganizationStore(redis);
  const enterpriseKeys = createEnterpriseKeyStore(redis);
  const clientTokens = createClientTokens({ ...secrets, now });
  const requestRate = createRequestRate(redis);
  const usage = createUsageStore(redis, { retentionMs: config.USAGE_RETENTION });

  const [worker] = await Promise.all([
    createWorker({
      ...temporal,
      taskQueue,
      workflowBundle: await bundleWorkflows(),
      activities: createDictationActivities({
        contents,
        speech,
        formatter: createFormatter(llmOptions(config)),
        usage,
        archive: createDictationArchive(redis, recordings, { retentionMs: config.STORE_RETENTION }),
        metrics,
        maxAudioSeconds: config.DICTATION_MAX_SECONDS,
        storeRetentionMs: config.STORE_RETENTION,
        now,
      }),
    }),
    speech.ready(),
  ]);
  const app = createApp({
    log,
    metrics,
    now,
    temporal: temporal.client,
    contents,
    taskQueue,
    recordings,
    publicUrl,
    ...createNoteParts({
      ...{ redis, client: temporal.client, recordings, now, log },
      uploadTimeoutMs: config.NOTE_UPLOAD_TIMEOUT,
    }),
    maxNoteBytes: config.NOTE_MAX_BYTES,
    noteUploadTimeoutMs: config.NOTE_UPLOAD_TIMEOUT,
    links,
    mailer,
    users: createUserStore(redis),
    tokens: createTokenStore(redis),
    sessions: createSessionStore(redis),
    signInLinks: createSignInLinkStore(redis),
    webhooks: createWebhookParts({
      redis,
      ...secrets,
      client: temporal.client,
      allowNetworks: config.WEBHOOK_ALLOW_NETWORKS,
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
      now,
    }),
    organizations,
    clientTokens,
    authenticate: createAuthenticate({ organizations, enterpriseKeys, clientTokens, requestRate, now }),
    feedback: createFeedbackStore(redis, {
      usage,
      usageRetentionMs: config.USAGE_RETENTION,
      storeRetentionMs: config.STORE_RETENTION,
      now,
    }),
    feedbackUploadTimeoutMs: config.FEEDBACK_UPLOAD_TIMEOUT,
    timeoutMs: config.DICTATION_TIMEOUT,
    maxAudioBytes: config.DICTATION_MAX_BYTES,
    uploadTimeoutMs: config.DICTATION_UPLOAD_TIMEOUT,
    concurrency: config.DICTATION_CONCURRENCY,
  });
  const server = await serve(app.fetch, { host: config.HOST, port: config.PORT });
  const scraped = config.METRICS_PORT === undefined ? undefined : await serveMetrics(config.METRICS_PORT, metrics);
  log.info({ port: server.port, taskQueue }, 'API listens');
  return {
    port: server.port,
    stop: async () => {
      await server.stop();
      await scraped?.stop();
      await worker.stop();
      await speech.close();
      mailer.close();
      await temporal.close();
      redis.disconnect();
    },
  };
}

/** Prometheus scrapes a port of its own, which need not be public. */
function serveMetrics(port: number, { registry }: ReturnType<typeof createMetrics>): Promise<Server> {
  const headers = { 'content-type': registry.contentType };
  return serve(async () => new Response(await registry.metrics(), { headers }), { host: '127.0.0.1', port });
}

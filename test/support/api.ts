import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createClientTokens } from '../../accounts/client-tokens.ts';
import { createEnterpriseKeyStore } from '../../accounts/enterprise-keys.ts';
import { createOrganizationStore, type OrganizationSettings } from '../../accounts/organizations.ts';
import { createRequestRate } from '../../accounts/request-rate.ts';
import { createSessionStore } from '../../accounts/sessions.ts';
import { createSignInLinkStore } from '../../accounts/sign-in-links.ts';
import { createSignInMailStore } from '../../accounts/sign-in-mail-queue.ts';
import { createSignInMails } from '../../accounts/sign-in-mails.ts';
import { createTokenStore } from '../../accounts/tokens.ts';
import { createUserStore } from '../../accounts/users.ts';
import { createEventStreams, type EventStreamOptions } from '../../api/app/event-streams.ts';
import { createApp } from '../../api/app.ts';
import { createAuthenticate } from '../../api/enterprise/authenticate.ts';
import { answerHead } from '../../api/head.ts';
import { createNoteParts } from '../../composition/notes.ts';
import { createWebhookParts } from '../../composition/webhooks.ts';
import { createFeedbackStore } from '../../dictation/feedback-store.ts';
import { createUsageStore } from '../../dictation/usage-store.ts';
import { serve } from '../../platform/http/serve.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { createMetrics } from '../../platform/metrics/api-metrics.ts';
import { createReadiness, type Readiness } from '../../platform/readiness.ts';
import { createDiskRecordings } from '../../platform/recordings/disk.ts';
import { createLinkSigner } from '../../platform/recordings/links.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { freePort } from './ports.ts';
import { startRedis, type TestRedis } from './redis.ts';

export const SECRET = 'a secret of this test, more than 32 characters';
const DAY_MS = 24 * 60 * 60 * 1000;

export interface TestApiOptions {
  readonly feedbackUploadTimeoutMs?: number;
  readonly maxNoteBytes?: number;
  readonly noteUploadTimeoutMs?: number;
  /** @default one that is never connected */
  readonly client?: Client;
  /** @default one that writes nothing */
  readonly log?: Log;
  readonly events?: EventStreamOptions;
  /** @default `http://127.0.0.1` */
  readonly publicUrl?: string;
  /** CIDRs that webhooks may reach. @default none */
  readonly webhookNetworks?: string;
  /** @default one that needs nothing */
  readonly readiness?: Readiness;
  /** Opens the connection that the API works on. @default the server's own, as the test has it */
  readonly connect?: (server: TestRedis) => Promise<Redis>;
}

/** The whole API on a real port, over a real Redis and a folder of recordings; its clock stands until it is moved. */
export async function startTestApi(options: TestApiOptions = {}) {
  const server = await startRedis();
  const redis = (await options.connect?.(server)) ?? server.redis;
  const clock = { ms: Date.parse('2026-01-15T10:00:00Z') };
  const now = () => clock.ms;
  const organizations = createOrganizationStore(redis, { now });
  const enterpriseKeys = createEnterpriseKeyStore(redis, { now });
  const clientTokens = createClientTokens({ secret: SECRET, now });
  const requestRate = createRequestRate(redis);
  const usage = createUsageStore(redis, { retentionMs: 90 * DAY_MS });
  const retention = { usageRetentionMs: 90 * DAY_MS, storeRetentionMs: 30 * DAY_MS };
  const feedback = createFeedbackStore(redis, { usage, now, ...retention });
  const home = await mkdtemp(join(tmpdir(), 'sotto-home-'));
  const [folder, outbox] = [join(home, 'recordings'), join(home, 'outbox')];
  await mkdir(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const links = createLinkSigner({ secret: SECRET, baseUrl: `${url}/v1/recordings`, now });
  const recordings = createDiskRecordings({ folder, links });
  const client = options.client ?? new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) });
  const tokens = createTokenStore(redis, { now });
  const sessions = createSessionStore(redis, { now });
  const webhooks = createWebhookParts({
    redis,
    client,
    secret: SECRET,
    allowNetworks: options.webhookNetworks,
    allowHttp: options.webhookNetworks !== undefined,
    now,
  });
  const log = options.log ?? createLog('silent');
  const users = createUserStore(redis, { now });
  const mailer = createMailer({ from: 'sotto@sotto.example', outbox, log });
  const noteParts = createNoteParts({ redis, client, recordings, uploadTimeoutMs: 10_000, now, log });
  const metrics = createMetrics();
  const publicUrl = options.publicUrl ?? 'http://127.0.0.1';
  const signInLinks = createSignInLinkStore(redis);
  const mails = createSignInMailStore(redis, { now });
  const signInMails = createSignInMails({ mails, links: signInLinks, mailer, publicUrl, log });
  const eventStreams = createEventStreams(redis, options.events);
  const app = createApp({
    eventStreams,
    ...noteParts,
    log,
    users,
    links,
    signInLinks,
    signInMails,
    maxNoteBytes: options.maxNoteBytes ?? 10_000_000,
    noteUploadTimeoutMs: options.noteUploadTimeoutMs ?? 10_000,
    metrics,
    readiness: options.readiness ?? createReadiness({}),
    authenticate: createAuthenticate({ organizations, enterpriseKeys, clientTokens, requestRate, now }),
    organizations,
    clientTokens,
    feedback,
    recordings,
    feedbackUploadTimeoutMs: options.feedbackUploadTimeoutMs ?? 10_000,
    temporal: client,
    publicUrl,
    tokens,
    sessions,
    webhooks,
    contents: new Map(),
    taskQueue: 'dictation@test',
    timeoutMs: 1_000,
    maxAudioBytes: 1_000_000,
    uploadTimeoutMs: 10_000,
    concurrency: 4,
    now,
  });
  const http = await serve(
    answerHead((request) => app.handle(request)),
    { host: '127.0.0.1', port },
  );

  async function makeKey(settings: OrganizationSettings & { expiresAt?: number } = {}) {
    const { expiresAt, ...rest } = settings;
    const organization = await organizations.create({ ...rest, name: rest.name ?? 'Acme' });
    const made = await enterpriseKeys.create(organization.organizationId, { label: 'test', expiresAt });
    if (!made) throw new Error('no key was made');
    return { organization, ...made };
  }

  return {
    ...{
      url,
      redis: server,
      clock,
      organizations,
      enterpriseKeys,
      clientTokens,
      usage,
      feedback,
      app,
      folder,
      makeKey,
    },
    ...{ metrics, tokens, sessions, webhooks, users, outbox, recordings, links },
    ...noteParts,
    stop: async () => {
      await eventStreams.close();
      await http.stop();
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

/** An error body of the enterprise API, and the status and headers it came with. */
export async function errorOf(response: Response) {
  const body = (await response.json()) as { error: string; code: string; request_id: string };
  return { status: response.status, code: body.code, error: body.error, requestId: body.request_id };
}

export function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

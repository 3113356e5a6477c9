import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { OrganizationSettings } from '../../accounts/organizations.ts';
import { createEventStreams, type EventStreamOptions } from '../../api/app/event-streams.ts';
import { createApp } from '../../api/app.ts';
import { answerHead } from '../../api/head.ts';
import { createLiveHost, type LiveEngine } from '../../api/live/host.ts';
import { createServices } from '../../composition/services.ts';
import type { Settings } from '../../composition/settings.ts';
import { createFormatter } from '../../formatting/formatter.ts';
import { createClientAddress } from '../../platform/http/client-address.ts';
import { serve } from '../../platform/http/serve.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { createMetrics } from '../../platform/metrics/api-metrics.ts';
import { createReadiness, type Readiness } from '../../platform/readiness.ts';
import { createDiskRecordings } from '../../platform/recordings/disk.ts';
import { createLinkSigner } from '../../platform/recordings/links.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { SpeechError } from '../../speech/types.ts';
import { createConformance } from './conformance.ts';
import { freePort } from './ports.ts';
import { startRedis, type TestRedis } from './redis.ts';

export const OPERATOR_TOKEN = 'an operator token of this test, more than 32 characters';
export const SECRET = 'a secret of this test, more than 32 characters';
const DAY_MS = 24 * 60 * 60 * 1000;

export interface TestApiOptions {
  /** @default limits that no test reaches */
  readonly limits?: Partial<Settings['accounts']>;
  readonly feedbackUploadTimeoutMs?: number;
  readonly maxNoteBytes?: number;
  readonly noteQuota?: { readonly maxNotes?: number; readonly maxBytes?: number };
  readonly noteUploadTimeoutMs?: number;
  /** @default a client that is never connected */
  readonly client?: Client;
  /** @default a log that writes nothing */
  readonly log?: Log;
  readonly events?: EventStreamOptions;
  /** @default on, with {@link OPERATOR_TOKEN} */
  readonly operator?: Settings['operator'];
  /** @default `http://127.0.0.1` */
  readonly publicUrl?: string | ((url: string) => string);
  /** CIDRs that webhooks may reach. @default none */
  readonly webhookNetworks?: string;
  /** @default an engine that needs no model */
  readonly readiness?: Readiness;
  /** The time between two checks of a live session's credential. If set, sessions start but recognize no speech. */
  readonly liveCheckMs?: number;
  /** Opens the connection that the API uses. @default the test's own connection to the server */
  readonly connect?: (server: TestRedis) => Promise<Redis>;
}

/** The whole API on a real port, with a real Redis and a folder of recordings. Its clock stands still until it is moved. */
export async function startTestApi(options: TestApiOptions = {}) {
  const server = await startRedis();
  const redis = (await options.connect?.(server)) ?? server.redis;
  const clock = { ms: Date.parse('2026-01-15T10:00:00Z') };
  const now = () => clock.ms;
  const home = await mkdtemp(join(tmpdir(), 'sotto-home-'));
  const [folder, outbox] = [join(home, 'recordings'), join(home, 'outbox')];
  await mkdir(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const given = options.publicUrl ?? 'http://127.0.0.1';
  const log = options.log ?? createLog('silent');
  const links = createLinkSigner({ secret: SECRET, baseUrl: `${url}/v1/recordings`, now });
  const services = createServices(
    {
      redis,
      temporal: options.client ?? new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) }),
      recordings: createDiskRecordings({ folder, links }),
      links,
      mailer: createMailer({ from: 'sotto@sotto.example', outbox, log }),
      publicUrl: typeof given === 'function' ? given(url) : given,
      secrets: { secret: SECRET },
      clientAddress: createClientAddress({ trustedProxies: '127.0.0.1/32' }),
      now,
      log,
    },
    settingsFor(options),
  );
  const metrics = createMetrics();
  const eventStreams = createEventStreams(redis, options.events);
  const readiness = options.readiness ?? createReadiness({});
  const live = createLiveHost(
    { ...services, metrics },
    engineOf({ live: options.liveCheckMs !== undefined }),
    options.liveCheckMs === undefined ? {} : { checkEveryMs: options.liveCheckMs },
  );
  const app = createApp({
    ...services,
    web: null,
    eventStreams,
    live,
    speech: { open: () => ({ decodeEarly: () => undefined, close: () => undefined }) },
    metrics,
    readiness,
  });
  const conformance = createConformance(app);
  const http = await serve(
    answerHead(async (request) => {
      const response = await app.handle(request);
      await conformance.check(request, response);
      return response;
    }),
    { host: '127.0.0.1', port },
  );

  const { organizations, enterpriseKeys, clientTokens, tokens, sessions, users } = services.accounts;
  async function makeKey(settings: OrganizationSettings & { expiresAt?: number } = {}) {
    const { expiresAt, ...rest } = settings;
    const organization = await organizations.create({ ...rest, name: rest.name ?? 'Acme' });
    const made = await enterpriseKeys.create(organization.organizationId, { label: 'test', expiresAt });
    if (!made) throw new Error('no key was made');
    return { organization, ...made };
  }

  return {
    ...{ services, url, redis: server, clock, app, folder, outbox, metrics, makeKey },
    ...{ organizations, enterpriseKeys, clientTokens, tokens, sessions, users },
    ...{ usage: services.dictation.usage, feedback: services.dictation.feedback },
    ...{ notes: services.notes.store, tags: services.notes.tags, lifecycle: services.notes.lifecycle },
    uploads: services.notes.uploads,
    ...{ webhooks: services.webhooks, recordings: services.platform.recordings, links },
    stop: async () => {
      await eventStreams.close();
      await http.stop();
      await server.stop();
      await rm(home, { recursive: true, force: true });
      if (conformance.problems.length > 0)
        throw new Error(`Not as in the OpenAPI:\n${conformance.problems.join('\n')}`);
    },
  };
}

/** An engine that recognizes no speech. By default it has no live sessions, like an engine at `SPEECH_URL`. */
function engineOf({ live }: { readonly live: boolean }): LiveEngine {
  const refuse = async () => {
    throw new SpeechError('engine_failed');
  };
  return {
    speech: { capabilities: () => ({ wordTimes: false, live }), openLive: refuse, transcribe: refuse },
    formatter: createFormatter({}),
  };
}

/** Small limits that a test reaches quickly. */
function settingsFor(options: TestApiOptions): Settings {
  return {
    accounts: {
      auditRetentionMs: 365 * DAY_MS,
      requestsPerMinute: 100_000,
      requestsPerMinuteAndAddress: 100_000,
      sendsPerMinute: 100_000,
      signInMailsPerHour: 100_000,
      operatorRequestsPerMinute: 100_000,
      usageRetentionMs: 90 * DAY_MS,
      ...options.limits,
    },
    operator: options.operator ?? { token: OPERATOR_TOKEN, temporalUiUrl: undefined },
    dictation: {
      timeoutMs: 1_000,
      uploadTimeoutMs: 10_000,
      uploadMinBytesPerSecond: 1,
      maxAudioBytes: 1_000_000,
      maxAudioSeconds: 60,
      concurrency: 4,
      live: { concurrency: 4, maxMs: 60_000, maxSilentMs: 60_000, lostAfterMs: 60_000 },
      feedbackUploadTimeoutMs: options.feedbackUploadTimeoutMs ?? 10_000,
      usageRetentionMs: 90 * DAY_MS,
      storeRetentionMs: 30 * DAY_MS,
    },
    notes: {
      uploadTimeoutMs: options.noteUploadTimeoutMs ?? 10_000,
      uploadMinBytesPerSecond: 1,
      maxBytes: options.maxNoteBytes ?? 10_000_000,
      quota: { maxNotes: 1_000_000, maxBytes: Number.MAX_SAFE_INTEGER, ...options.noteQuota },
      // The test's clock may show any time.
      maxClockAheadMs: Number.MAX_SAFE_INTEGER,
      maxSeconds: 60,
    },
    webhooks: {
      allowNetworks: options.webhookNetworks,
      allowHttp: options.webhookNetworks !== undefined,
      concurrency: 10,
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

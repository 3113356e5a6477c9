import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createClientTokens } from '../accounts/client-tokens.ts';
import { createEnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../accounts/organizations.ts';
import { createRequestRate } from '../accounts/request-rate.ts';
import { createSessionStore } from '../accounts/sessions.ts';
import { createSignInLinkStore } from '../accounts/sign-in-links.ts';
import { createSignInMailStore } from '../accounts/sign-in-mail-queue.ts';
import { createSignInMails, startSignInMails } from '../accounts/sign-in-mails.ts';
import { createTokenStore } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import { createDictationActivities } from '../activities/dictation.ts';
import { openServices, type Services } from '../composition/services.ts';
import { DICTATION_FAILURES } from '../contracts/dictation.ts';
import { dictationQueue } from '../contracts/queues.ts';
import { createDictationArchive } from '../dictation/archive.ts';
import type { DictationContents } from '../dictation/content.ts';
import { createFeedbackStore } from '../dictation/feedback-store.ts';
import { createUsageStore } from '../dictation/usage-store.ts';
import { createFormatter } from '../formatting/formatter.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import { llmOptions, speechOptions } from '../platform/config/engines.ts';
import { serveOperators } from '../platform/http/operator-server.ts';
import { serve } from '../platform/http/serve.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics/api-metrics.ts';
import { type Closable, openTogether } from '../platform/open-all.ts';
import { createReadiness, type Probe } from '../platform/readiness.ts';
import { type Recordings, RecordingsUnavailableError } from '../platform/recordings/types.ts';
import { bundleWorkflows, createWorker, type RunningWorker } from '../platform/temporal/worker.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { createEventStreams } from './app/event-streams.ts';
import { createApp } from './app.ts';
import { createAuthenticate } from './enterprise/authenticate.ts';
import { SOURCES } from './enterprise/dictate-form.ts';
import { answerHead } from './head.ts';

/** A running API process. */
export interface ApiProcess {
  readonly port: number;
  /** Rejects when the worker for dictations failed for good: the process is of no more use then. */
  readonly ended: Promise<void>;
  /** Lets the requests in flight end, then closes what it opened. */
  stop(): Promise<void>;
}

/** What this process holds of dictations, and who may look into it. */
interface DictationParts {
  readonly contents: DictationContents;
  readonly taskQueue: string;
  readonly usage: ReturnType<typeof createUsageStore>;
  readonly metrics: Metrics;
}

interface StartDeps {
  readonly config: ServiceConfig;
  readonly services: Services;
  readonly dictations: DictationParts;
  readonly log: Log;
  readonly now: () => number;
}

/** Initializes the series that alerts read: `increase()` and `rate()` do not see the first event of a new series. */
function beginAtZero({ dictations, dictationStageSeconds }: Metrics): void {
  for (const stage of ['decode', 'speech', 'format']) dictationStageSeconds.zero({ stage });
  for (const source of SOURCES) {
    for (const outcome of ['completed', ...DICTATION_FAILURES]) dictations.inc({ source, outcome }, 0);
  }
}

interface DictationWorker extends Pick<RunningWorker, 'ended'>, Closable {
  /** Whether the engine answers and the worker takes tasks. */
  readonly probes: Readonly<Record<'speech' | 'worker', Probe>>;
}

/**
 * Starts the API: HTTP, and the worker for the dictations whose content this process holds.
 * @param env for Temporal's own variables
 * @param sdkMetrics the metrics of Temporal's SDK, in Prometheus' text format
 * @throws {Error} when a part cannot start; nothing is left running then
 */
export async function startApi(
  config: ServiceConfig,
  env: Record<string, string | undefined>,
  log: Log,
  sdkMetrics: () => Promise<string> = async () => '',
): Promise<ApiProcess> {
  const now = Date.now;
  const { close, port, ended } = await openTogether(async (opening) => {
    const services = opening.adopt(await openServices({ config, env, log, now }), (opened) => opened.close());
    const metrics = createMetrics();
    beginAtZero(metrics);
    const taskQueue = dictationQueue(`${hostname()}-${randomUUID().slice(0, 8)}`);
    const usage = createUsageStore(services.redis, { retentionMs: config.USAGE_RETENTION });
    const deps = { config, services, dictations: { contents: new Map(), taskQueue, usage, metrics }, log, now };
    const worker = opening.adopt(await startDictationWorker(deps), (opened) => opened.close());
    const readiness = createReadiness({ ...services.probes, ...worker.probes });
    if (config.METRICS_PORT !== undefined) {
      const asked = serveOperators({
        host: config.METRICS_HOST,
        port: config.METRICS_PORT,
        registry: metrics.registry,
        readiness,
        moreMetrics: sdkMetrics,
      });
      opening.adopt(await asked, (server) => server.stop());
    }
    const parts = appDeps(deps);
    opening.adopt(startSignInMails(parts.signInMails, log), (rounds) => rounds.stop());
    const app = createApp({ ...parts, readiness, log });
    const served = await serve(answerHead(app.fetch), { host: config.HOST, port: config.PORT });
    opening.defer(() => served.stop());
    opening.defer(() => parts.eventStreams.close()); // before that, as the server waits for its answers to end
    log.info({ port: served.port, taskQueue }, 'API listens');
    return { port: served.port, ended: worker.ended };
  });
  return { port, ended, stop: close };
}

/** Starts the speech engine, and the worker that runs dictations on it. */
function startDictationWorker(deps: StartDeps): Promise<DictationWorker> {
  const { config, services, dictations, log, now } = deps;
  const { redis, temporal, recordings } = services;
  return openTogether(async (opening) => {
    const speech = opening.adopt(createSpeechEngine(speechOptions(config, log)), (engine) => engine.close());
    // The engine loads while the workflows are bundled.
    const [workflowBundle] = await Promise.all([bundleWorkflows(), speech.ready()]);
    const worker = await createWorker({
      ...temporal,
      taskQueue: dictations.taskQueue,
      workflowBundle,
      activities: createDictationActivities({
        ...dictations,
        speech,
        now,
        formatter: createFormatter(llmOptions(config)),
        archive: createDictationArchive(redis, tellingOutages(recordings, log), {
          retentionMs: config.STORE_RETENTION,
        }),
        maxAudioSeconds: config.DICTATION_MAX_SECONDS,
        storeRetentionMs: config.STORE_RETENTION,
      }),
    });
    opening.defer(() => worker.stop());
    return { ended: worker.ended, probes: { speech: speech.reachable, worker: worker.probe } };
  });
}

/** Of a dictation that cannot be kept its caller and Temporal learn a code; why stands in the log alone. */
function tellingOutages(recordings: Pick<Recordings, 'put'>, log: Log): Pick<Recordings, 'put'> {
  return {
    put: (stream, target) =>
      recordings.put(stream, target).catch((error: unknown) => {
        if (error instanceof RecordingsUnavailableError) log.warn({ code: error.code }, 'Recordings cannot be reached');
        throw error;
      }),
  };
}

/** Everything that the routes work on. */
function appDeps({ config, services, dictations, log, now }: StartDeps) {
  const { redis, temporal, secrets } = services;
  const signInLinks = createSignInLinkStore(redis);
  const organizations = createOrganizationStore(redis);
  const enterpriseKeys = createEnterpriseKeyStore(redis);
  const clientTokens = createClientTokens({ ...secrets, now });
  const requestRate = createRequestRate(redis);
  return {
    ...services,
    ...services.notes,
    ...dictations,
    now,
    temporal: temporal.client,
    organizations,
    clientTokens,
    authenticate: createAuthenticate({ organizations, enterpriseKeys, clientTokens, requestRate, now }),
    users: createUserStore(redis),
    tokens: createTokenStore(redis),
    sessions: createSessionStore(redis),
    eventStreams: createEventStreams(redis),
    signInLinks,
    signInMails: createSignInMails({ ...services, mails: createSignInMailStore(redis), links: signInLinks, log }),
    feedback: createFeedbackStore(redis, {
      usage: dictations.usage,
      usageRetentionMs: config.USAGE_RETENTION,
      storeRetentionMs: config.STORE_RETENTION,
      now,
    }),
    maxNoteBytes: config.NOTE_MAX_BYTES,
    noteUploadTimeoutMs: config.NOTE_UPLOAD_TIMEOUT,
    feedbackUploadTimeoutMs: config.FEEDBACK_UPLOAD_TIMEOUT,
    timeoutMs: config.DICTATION_TIMEOUT,
    maxAudioBytes: config.DICTATION_MAX_BYTES,
    uploadTimeoutMs: config.DICTATION_UPLOAD_TIMEOUT,
    concurrency: config.DICTATION_CONCURRENCY,
  };
}

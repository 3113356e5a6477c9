import { startSignInMails } from '../accounts/sign-in-mails.ts';
import { createDictationActivities } from '../activities/dictation.ts';
import { createLiveActivities } from '../activities/live.ts';
import { type OpenServices, openServices } from '../composition/services.ts';
import { DICTATION_FAILURES } from '../contracts/dictation.ts';
import { LIVE_ENDS } from '../contracts/live.ts';
import { DICTATION_SOURCES } from '../dictation/fields.ts';
import { createFormatter } from '../formatting/formatter.ts';
import { loadNgrams } from '../formatting/language.ts';
import type { ServiceConfig } from '../platform/config/config.ts';
import { llmOptions, speechOptions } from '../platform/config/engines.ts';
import { serveOperators } from '../platform/http/operator-server.ts';
import { serve } from '../platform/http/serve.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics/api-metrics.ts';
import { registerIsolation } from '../platform/metrics/isolation-metric.ts';
import { type Closable, openAll } from '../platform/open-all.ts';
import { createReadiness, type Probe } from '../platform/readiness.ts';
import { createWorker, type RunningWorker } from '../platform/temporal/worker.ts';
import { bundleWorkflows } from '../platform/temporal/workflow-bundle.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { availableIsolation } from '../speech/process/isolation.ts';
import { traceSpeech } from '../speech/trace.ts';
import type { SpeechEngine } from '../speech/types.ts';
import { createEventStreams } from './app/event-streams.ts';
import { createApp } from './app.ts';
import { answerHead } from './head.ts';
import { createLiveHost, type LiveEngine } from './live/host.ts';
import { traceRequests } from './trace.ts';
import { readWebApp } from './web/files.ts';

/** A running API process. */
export interface ApiProcess {
  readonly port: number;
  /** Rejects when the worker for dictations failed permanently. The process should exit then. */
  readonly ended: Promise<void>;
  /** Waits for the requests in flight, then closes everything that the process opened. */
  stop(): Promise<void>;
}

/** What only some dictations need is loaded after the start. An earlier dictation that needs it loads it earlier. */
const WARM_UP_AFTER_MS = 10_000;

/** Initializes counters to 0 so that `increase()` sees the first event. */
function initializeSeries({ dictations, dictationStageSeconds, liveSessions }: Metrics): void {
  for (const outcome of LIVE_ENDS) liveSessions.inc({ outcome }, 0);
  for (const stage of ['decode', 'speech', 'format']) dictationStageSeconds.zero({ stage });
  for (const source of DICTATION_SOURCES) {
    for (const outcome of ['completed', ...DICTATION_FAILURES]) dictations.inc({ source, outcome }, 0);
  }
}

interface DictationWorker extends Pick<RunningWorker, 'ended'>, Closable {
  /** Whether the engine answers and the worker takes tasks. */
  readonly probes: Readonly<Record<'speech' | 'worker', Probe>>;
  /** Transcribes and formats dictations. */
  readonly engine: LiveEngine & { readonly speech: Pick<SpeechEngine, 'open'> };
}

/**
 * Starts the API: HTTP, and the worker for the dictations whose content this process holds.
 * @param env for Temporal's own variables
 * @param sdkMetrics the metrics of Temporal's SDK, in Prometheus' text format
 * @throws {Error} when a part cannot start; the parts that had started are stopped
 */
export async function startApi(
  config: ServiceConfig,
  env: Record<string, string | undefined>,
  log: Log,
  sdkMetrics: () => Promise<string> = async () => '',
): Promise<ApiProcess> {
  const { close, port, ended } = await openAll(async (opening) => {
    const opened = openServices({ config, env, log, now: Date.now, serviceName: 'sotto-api' });
    const services = opening.adopt(await opened, ({ close }) => close());
    const metrics = createMetrics();
    initializeSeries(metrics);
    registerIsolation(metrics.registry, availableIsolation());
    const worker = opening.adopt(await startDictationWorker(config, services, metrics), ({ close }) => close());
    const readiness = createReadiness({ ...services.platform.probes, ...worker.probes });
    if (config.METRICS_PORT !== undefined) {
      const operators = serveOperators({
        host: config.METRICS_HOST,
        port: config.METRICS_PORT,
        registry: metrics.registry,
        readiness,
        moreMetrics: sdkMetrics,
      });
      opening.adopt(await operators, (server) => server.stop());
    }
    opening.adopt(startSignInMails(services.accounts.signInMails, log), (loop) => loop.stop());
    const eventStreams = createEventStreams(services.platform.redis);
    const web = await readWebApp();
    if (!web) log.warn('Web app not built: run `npm run setup`');
    const live = createLiveHost({ ...services, metrics }, worker.engine);
    const { speech } = worker.engine;
    const mediaOrigins = mediaOriginsOf(config);
    const app = createApp({ ...services, web, mediaOrigins, eventStreams, live, speech, metrics, readiness });
    const server = await serve(answerHead(traceRequests(app.fetch, services.platform.tracing)), {
      host: config.HOST,
      port: config.PORT,
      // The range that Bun accepts, without a time that is too short for a ping.
      socketIdleSeconds: Math.min(960, Math.max(8, Math.round(config.LIVE_IDLE_TIMEOUT / 1000))),
    });
    opening.defer(() => server.stop());
    // First, because the server waits for its open responses and sockets.
    opening.defer(async () => void (await Promise.all([eventStreams.close(), live.close()])));
    const warmUp = setTimeout(loadNgrams, WARM_UP_AFTER_MS);
    opening.defer(() => clearTimeout(warmUp));
    log.info({ port: server.port, taskQueue: services.dictation.taskQueue }, 'API listening');
    return { port: server.port, ended: worker.ended };
  });
  return { port, ended, stop: close };
}

/** Starts the speech engine, and the worker that runs dictations on it. */
function startDictationWorker(
  config: ServiceConfig,
  { platform, dictation, accounts: { users, organizations } }: OpenServices,
  metrics: Metrics,
): Promise<DictationWorker> {
  return openAll(async (opening) => {
    const engine = createSpeechEngine(speechOptions(config, platform.log));
    const formatter = createFormatter(llmOptions(config));
    const untraced = opening.adopt(engine, (opened) => opened.close());
    const speech = traceSpeech(untraced, platform.tracing);
    // The engine loads while the workflows are bundled.
    const [workflowBundle] = await Promise.all([bundleWorkflows(platform.temporalConnection), speech.ready()]);
    const worker = await createWorker({
      ...platform.temporalConnection,
      taskQueue: dictation.taskQueue,
      workflowBundle,
      activities: {
        ...createDictationActivities({
          ...dictation,
          metrics,
          speech,
          formatter,
          maxAudioSeconds: dictation.settings.maxAudioSeconds,
          storeRetentionMs: dictation.settings.storeRetentionMs,
          now: platform.now,
        }),
        ...createLiveActivities({ ...dictation, users, organizations, metrics, now: platform.now }),
      },
    });
    opening.defer(() => worker.stop());
    const probes = { speech: speech.reachable, worker: worker.probe };
    return { ended: worker.ended, probes, engine: { speech, formatter } };
  });
}

/** Other hosts from which the web app plays recordings. */
function mediaOriginsOf({ RECORDINGS }: ServiceConfig): string[] {
  return RECORDINGS?.startsWith('gs://') ? ['https://storage.googleapis.com'] : [];
}

import { readFile } from 'node:fs/promises';
import { describeError, type Log } from '../../platform/log.ts';
import { SpeechError, type SpeechFailureCode } from '../types.ts';
import type { RemoteApi } from './api.ts';
import type { KnownDialects, Support } from './dialect.ts';
import { remoteFailure } from './failure.ts';
import { probeSupport } from './probe.ts';

/** Two seconds of the speech in `jfk.flac`, as WAV, which every server supports. */
const SAMPLE = new URL('../samples/probe.wav', import.meta.url);
const SAMPLE_VOCABULARY = ['Americans'];
/** The shortest time between two probes, by the failure of the first. Many refused requests may lock a key. */
const PAUSES_MS: Partial<Record<SpeechFailureCode, number>> = {
  engine_unavailable: 1_000,
  engine_misconfigured: 15_000,
};
const OTHER_PAUSE_MS = 300_000;
/** A server that loads its model with the first request needs minutes. */
const MAX_PROBE_REQUEST_MS = 120_000;

export interface ServerStateOptions {
  readonly api: RemoteApi;
  readonly dialects: KnownDialects;
  /** Whether the server is probed at the start and after an outage. */
  readonly probes: boolean;
  readonly timeoutMs: number;
  readonly log: Log;
  /** A clock in milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** What this process knows about its speech server. */
export interface ServerState {
  /** Runs a request and records what its end shows about the server. */
  watch<T>(request: () => Promise<T>): Promise<T>;
  /** @throws {SpeechError} `engine_unavailable`, `engine_misconfigured` */
  reachable(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Records whether the server refused the configuration, and probes it in the background: at the start, after an outage,
 * and while it refuses the configuration.
 */
export function createServerState(options: ServerStateOptions): ServerState {
  const { api, dialects, probes, timeoutMs, log, now = () => performance.now() } = options;
  const closing = new AbortController();
  let isRefused = false;
  let isUnknown = probes;
  let running = false;
  let notBefore = Number.NEGATIVE_INFINITY;
  let acceptances = 0;
  let logged = '';

  function record(error: unknown): void {
    if (!(error instanceof SpeechError)) return;
    if (error.code === 'engine_misconfigured') refuse();
    if (error.code !== 'engine_unavailable') return;
    isUnknown = probes;
    // It may return with another configuration.
    notBefore = Number.NEGATIVE_INFINITY;
  }

  function refuse(): void {
    if (!isRefused) log.error({ code: 'engine_misconfigured' }, 'Speech server refuses its key, address or model');
    isRefused = true;
  }

  function accept(): void {
    if (isRefused) log.info('Speech server accepts its key, address and model');
    isRefused = false;
    acceptances += 1;
  }

  /** Starts a probe if one is due. Nobody waits for it. */
  function probeIfDue(): void {
    const isDue = (isUnknown || isRefused) && now() >= notBefore;
    if (running || !isDue || closing.signal.aborted) return;
    running = true;
    void probe().finally(() => {
      running = false;
    });
  }

  async function probe(): Promise<void> {
    const before = acceptances;
    try {
      const file = new File([await readFile(SAMPLE)], 'probe.wav', { type: 'audio/wav' });
      const listed = await api.listsModel(limited());
      const support = await probeSupport((dialect) =>
        api.transcribe({ file, dialect, language: 'en', vocabulary: SAMPLE_VOCABULARY }, limited()),
      );
      dialects.replace(support);
      isUnknown = false;
      accept();
      logOnce(support, listed);
    } catch (error) {
      if (closing.signal.aborted) return;
      const failure = remoteFailure(error, closing.signal, new AbortController().signal);
      // A request that succeeded in the meantime knows better.
      if (acceptances === before) record(failure);
      notBefore = now() + (PAUSES_MS[failure.code] ?? OTHER_PAUSE_MS);
      log.debug({ code: failure.code, error: describeError(error) }, 'Speech server was not probed');
    }
  }

  function limited(): AbortSignal {
    return AbortSignal.any([closing.signal, AbortSignal.timeout(Math.min(timeoutMs, MAX_PROBE_REQUEST_MS))]);
  }

  function logOnce(support: Support, modelListed: boolean | null): void {
    const state = { modelListed, ...support };
    if (JSON.stringify(state) === logged) return;
    logged = JSON.stringify(state);
    log.info({ supports: state }, 'Speech server probed');
  }

  probeIfDue();
  return {
    watch: async (request) => {
      try {
        const result = await request();
        accept();
        probeIfDue();
        return result;
      } catch (error) {
        record(error);
        throw error;
      }
    },
    reachable: async (signal) => {
      try {
        await api.answers(signal);
      } catch (error) {
        record(error);
        throw error;
      }
      probeIfDue();
      if (isRefused) throw new SpeechError('engine_misconfigured');
    },
    close: () => closing.abort(),
  };
}

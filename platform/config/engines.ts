import { availableParallelism } from 'node:os';
import type { Log } from '../log.ts';
import type { Config } from './config.ts';

/** Each needs up to 650 MB. The operator decides on more than this. */
const MAX_PROCESSES = 4;
/** Waiting for a remote server uses no resources here. */
const REMOTE_NOTES = 16;

/** The speech engine's options as configured: the embedded one, or a remote server. */
export function speechOptions(config: Config, log: Log, cores?: number) {
  const { SPEECH_URL: url, SPEECH_API_KEY: apiKey, SPEECH_MODEL: model, SPEECH_TIMEOUT: timeoutMs } = config;
  return {
    processes: speechProcesses(config, cores),
    threads: config.SPEECH_THREADS,
    ...(config.SPEECH_MODEL_DIR === undefined ? {} : { modelDir: config.SPEECH_MODEL_DIR }),
    ...(url === undefined ? {} : { remote: { url, apiKey, model, timeoutMs, probes: true } }),
    log,
  };
}

/** How many notes a worker process transcribes at once: one per engine, or many if a remote server transcribes. */
export function noteConcurrency(config: Config, cores?: number): number {
  const { NOTE_CONCURRENCY: given, SPEECH_URL: url } = config;
  return given ?? (url === undefined ? speechProcesses(config, cores) : REMOTE_NOTES);
}

/** The LLM's options as configured; none without an LLM. */
export function llmOptions(config: Config) {
  const { LLM_URL: url, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_TIMEOUT: timeoutMs } = config;
  return url === undefined ? {} : { llm: { url, apiKey, model, timeoutMs } };
}

/** Half of the cores: an engine uses two if it can, and 1.2 on average. */
function speechProcesses({ SPEECH_PROCESSES: given }: Config, cores = availableParallelism()): number {
  return given ?? Math.min(MAX_PROCESSES, Math.max(1, Math.floor(cores / 2)));
}

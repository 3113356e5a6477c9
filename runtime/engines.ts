import type { ServiceConfig } from './config.ts';
import type { Log } from './log.ts';

/** The speech engine's options as configured: the embedded one, or a remote server. */
export function speechOptions(config: ServiceConfig, log: Log) {
  const { SPEECH_URL: url, SPEECH_API_KEY: apiKey, SPEECH_MODEL: model, SPEECH_TIMEOUT: timeoutMs } = config;
  return {
    processes: config.SPEECH_PROCESSES,
    threads: config.SPEECH_THREADS,
    ...(url === undefined ? {} : { remote: { url, apiKey, model, timeoutMs } }),
    log,
  };
}

/** The LLM's options as configured; none without an LLM. */
export function llmOptions(config: ServiceConfig) {
  const { LLM_URL: url, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_TIMEOUT: timeoutMs } = config;
  return url === undefined ? {} : { llm: { url, apiKey, model, timeoutMs } };
}

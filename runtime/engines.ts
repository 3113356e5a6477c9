import type { ServiceConfig } from './config.ts';
import type { Log } from './log.ts';

/** The speech engine's options as configured. */
export function speechOptions(config: ServiceConfig, log: Log) {
  return {
    processes: config.SPEECH_PROCESSES,
    threads: config.SPEECH_THREADS,
    log,
  };
}

/** The LLM's options as configured; none without an LLM. */
export function llmOptions(config: ServiceConfig) {
  if (!config.LLM_URL) return {};
  return {
    llm: { url: config.LLM_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL, timeoutMs: config.LLM_TIMEOUT },
  };
}

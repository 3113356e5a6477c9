import type { Log } from '../platform/log.ts';
import { createEmbeddedEngine } from './embedded/engine.ts';
import { createRemoteEngine } from './remote/engine.ts';
import type { SpeechEngine } from './types.ts';

export interface SpeechEngineOptions {
  /** Speech processes that run side by side. */
  readonly processes: number;
  /** Processor threads of one embedded inference. */
  readonly threads: number;
  /** Folder of another Moonshine model than the one that comes with Sotto. */
  readonly modelDir?: string;
  /** Jobs that wait or run at once; one more fails with `engine_busy`. */
  readonly maxJobs?: number;
  /** An OpenAI-compatible server instead of the embedded engine. */
  readonly remote?: {
    /** Base address, such as `https://api.openai.com/v1`. */
    readonly url: string;
    readonly apiKey: string | undefined;
    readonly model: string;
    /** One request, from its first byte to the answer's last. */
    readonly timeoutMs: number;
  };
  readonly log: Log;
}

const DEFAULT_MAX_JOBS = 64;

/** The configured engine: a remote server when one is named, else the embedded model. */
export function createSpeechEngine(options: SpeechEngineOptions): SpeechEngine {
  const { remote, processes, threads, modelDir, maxJobs = DEFAULT_MAX_JOBS, log } = options;
  if (remote === undefined) return createEmbeddedEngine({ processes, threads, modelDir, maxJobs, log });
  return createRemoteEngine({ ...remote, processes, maxJobs, log });
}

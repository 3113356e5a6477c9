import type { Log } from '../platform/log.ts';
import { createEmbeddedEngine } from './embedded/engine.ts';
import { createRemoteEngine } from './remote/engine.ts';
import type { SpeechEngine } from './types.ts';

export interface SpeechEngineOptions {
  /** The number of speech processes. */
  readonly processes: number;
  /** The number of threads of one embedded inference. */
  readonly threads: number;
  /** The folder of another Moonshine model than the bundled one. */
  readonly modelDir?: string;
  /** The maximum number of jobs that wait or run. One more fails with `engine_busy`. */
  readonly maxJobs?: number;
  /** Starts the speech processes at the first job or at the first question whether they are ready. @default false */
  readonly startsWhenUsed?: boolean;
  /** An OpenAI-compatible server instead of the embedded engine. */
  readonly remote?: {
    /** Base URL, such as `https://api.openai.com/v1`. */
    readonly url: string;
    readonly apiKey: string | undefined;
    readonly model: string;
    /** Time limit of a request, from its first byte to the last byte of the response. */
    readonly timeoutMs: number;
    /** Whether a bundled sample is sent in the background to learn what the server supports. @default false */
    readonly probes?: boolean;
  };
  readonly log: Log;
}

const DEFAULT_MAX_JOBS = 64;

/** The configured engine: a remote server if one is named, otherwise the embedded model. */
export function createSpeechEngine(options: SpeechEngineOptions): SpeechEngine {
  const { remote, threads, modelDir, processes, maxJobs = DEFAULT_MAX_JOBS, startsWhenUsed = false, log } = options;
  const pool = { processes, maxJobs, startsWhenUsed, log };
  if (remote === undefined) return createEmbeddedEngine({ ...pool, threads, modelDir });
  return createRemoteEngine({ ...remote, ...pool });
}

import type { Log } from '../runtime/log.ts';
import { createEmbeddedEngine } from './embedded/engine.ts';
import type { SpeechEngine } from './types.ts';

export interface SpeechEngineOptions {
  /** Speech processes that run side by side. */
  readonly processes: number;
  /** Processor threads of one embedded inference. */
  readonly threads: number;
  readonly log: Log;
}

/** The configured engine: a remote server when one is named, else the embedded model. */
export function createSpeechEngine(options: SpeechEngineOptions): SpeechEngine {
  return createEmbeddedEngine(options);
}

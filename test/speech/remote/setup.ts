import { createLog } from '../../../platform/log.ts';
import { createSpeechEngine } from '../../../speech/engine.ts';
import type { SpeechEngine } from '../../../speech/types.ts';
import { type Answer, json, type SpeechServer, startSpeechServer } from './server.ts';

export interface StartOptions {
  readonly model?: string;
  readonly timeoutMs?: number;
  readonly apiKey?: string;
  /** What the engine's address ends with. */
  readonly path?: string;
}

const opened: { close(): Promise<void> }[] = [];

/** A remote engine, and the server that it asks. */
export async function start(
  answer: Answer,
  options: StartOptions = {},
): Promise<{ engine: SpeechEngine; server: SpeechServer }> {
  const server = await startSpeechServer(answer);
  const { model = 'whisper-1', timeoutMs = 60_000, apiKey, path = '' } = options;
  const engine = createSpeechEngine({
    processes: 1,
    threads: 1,
    remote: { url: `${server.url}${path}`, apiKey, model, timeoutMs },
    log: createLog('silent'),
  });
  opened.push(engine, server);
  await engine.ready();
  return { engine, server };
}

/** Ends what {@link start} began. */
export async function stopAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
}

export const hello: Answer = (_, response) => json(response, { text: 'Hello there.' });

import { createLog } from '../../../platform/log.ts';
import { createProcessPool, type ProcessPool } from '../../../speech/process/pool.ts';
import { createRemoteEngine } from '../../../speech/remote/engine.ts';
import type { SpeechEngine } from '../../../speech/types.ts';
import { type Answer, json, type SpeechServer, startSpeechServer } from './server.ts';

export interface StartOptions {
  readonly model?: string;
  readonly timeoutMs?: number;
  readonly apiKey?: string;
  /** The path of the engine's address. */
  readonly path?: string;
}

const processes = { processes: 1, maxJobs: 64, log: createLog('silent') };
/** The process that decodes, shared by the engines of a file. */
let pool: ProcessPool | undefined;
const opened: { close(): Promise<void> }[] = [];

/** A remote engine and its server. */
export async function start(
  answer: Answer,
  options: StartOptions = {},
): Promise<{ engine: SpeechEngine; server: SpeechServer }> {
  const server = await startSpeechServer(answer);
  const { model = 'whisper-1', timeoutMs = 60_000, apiKey, path = '' } = options;
  pool ??= createProcessPool({ settings: { transcribes: false, threads: 1 }, ...processes });
  const engine = createRemoteEngine({ url: `${server.url}${path}`, apiKey, model, timeoutMs, ...processes, pool });
  opened.push(engine, server);
  await engine.ready();
  return { engine, server };
}

/** Closes the engines and servers of {@link start}. */
export async function stopAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
}

/** Ends the process that decodes, after the last test of a file. */
export async function stopDecoding(): Promise<void> {
  await pool?.close();
  pool = undefined;
}

export const hello: Answer = (_, response) => json(response, { text: 'Hello there.' });

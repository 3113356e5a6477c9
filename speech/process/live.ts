import { type DecodeWindow, type LiveHypothesis, type LiveOptions, type LiveSession, SpeechError } from '../types.ts';
import type { Call, OwnMessage } from './calls.ts';
import type { CallMessage } from './messages.ts';
import type { ProcessPool } from './pool.ts';
import { ProcessDiedError } from './speech-process.ts';

type Answered<Type extends CallMessage['type']> = Extract<CallMessage, { type: Type }>;

/** Opens a live session on a process of the pool. @throws {SpeechError} */
export async function openLive(pool: ProcessPool, options: LiveOptions): Promise<LiveSession> {
  // The process answers in the order of the requests.
  const waiting: PromiseWithResolvers<CallMessage>[] = [];
  const call = await pool.open({ type: 'live', ...options }, (message) => waiting.shift()?.resolve(message));
  call.result.catch((error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });

  async function ask<Type extends CallMessage['type']>(
    type: Type,
    question: OwnMessage,
    payload?: Uint8Array,
  ): Promise<Answered<Type>> {
    if (!call.isOpen()) throw await endOf(call);
    const answer = Promise.withResolvers<CallMessage>();
    waiting.push(answer);
    call.send(question, payload);
    const message = await answer.promise.catch((error: unknown) => {
      throw failureOf(error);
    });
    if (message.type !== type) throw new SpeechError('engine_failed');
    return message as Answered<Type>;
  }

  return {
    feed: async (pcm: Uint8Array) => (await ask('activity', { type: 'feed' }, pcm)).speech,
    decode: async (window: DecodeWindow): Promise<LiveHypothesis> =>
      (await ask('decoded', { type: 'decode', ...window })).hypothesis,
    close: () => call.abandon(new SpeechError('cancelled')),
  };
}

/** The reason why a call ended. */
async function endOf(call: Call): Promise<SpeechError> {
  return call.result.then(() => new SpeechError('cancelled'), failureOf);
}

/** A session is bound to one process and ends with it. */
function failureOf(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  return new SpeechError(error instanceof ProcessDiedError ? 'engine_unavailable' : 'engine_failed');
}

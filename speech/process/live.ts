import { type DecodeWindow, type LiveHypothesis, type LiveOptions, type LiveSession, SpeechError } from '../types.ts';
import type { CallMessage } from './messages.ts';
import type { Call, OwnMessage } from './pipe.ts';
import type { ProcessPool } from './pool.ts';
import { ProcessDiedError } from './speech-process.ts';

type Answered<Type extends CallMessage['type']> = Extract<CallMessage, { type: Type }>;

/** A request that the process has not answered. */
interface Waiting {
  readonly type: CallMessage['type'];
  readonly answer: PromiseWithResolvers<CallMessage>;
}

/** Opens a live session on a process of the pool. @throws {SpeechError} */
export async function openLive(pool: ProcessPool, options: LiveOptions): Promise<LiveSession> {
  // The process answers requests of one type in their order.
  const waiting: Waiting[] = [];
  const call = await pool.open({ type: 'live', ...options }, (message) => {
    const first = waiting.findIndex(({ type }) => type === message.type);
    if (first >= 0) waiting.splice(first, 1)[0]?.answer.resolve(message);
  });
  call.result.catch((error: unknown) => {
    for (const { answer } of waiting.splice(0)) answer.reject(error);
  });

  async function ask<Type extends CallMessage['type']>(
    type: Type,
    question: OwnMessage,
    payload?: Uint8Array,
  ): Promise<Answered<Type>> {
    if (!call.isOpen()) throw await endOf(call);
    const answer = Promise.withResolvers<CallMessage>();
    waiting.push({ type, answer });
    call.send(question, payload === undefined ? [] : [payload]);
    const message = await answer.promise.catch((error: unknown) => {
      throw failureOf(error);
    });
    return message as Answered<Type>;
  }

  async function decode(window: DecodeWindow, signal?: AbortSignal): Promise<LiveHypothesis> {
    if (signal?.aborted === true) throw new SpeechError('cancelled');
    const drop = () => void call.send({ type: 'drop' });
    signal?.addEventListener('abort', drop, { once: true });
    const answer = ask('decoded', { type: 'decode', ...window });
    const { hypothesis } = await answer.finally(() => signal?.removeEventListener('abort', drop));
    if (hypothesis === null) throw new SpeechError('cancelled');
    return hypothesis;
  }

  return {
    feed: async (pcm: Uint8Array) => (await ask('activity', { type: 'feed' }, pcm)).speech,
    decode,
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

import type { LiveOptions } from '../types.ts';
import type { ToProcess } from './messages.ts';
import type { Runner } from './runner.ts';
import { type Answers, failureCode, type ServedCall } from './served-call.ts';

/** Answers the messages of a live session one at a time, in order. */
export function serveLive(options: LiveOptions, runner: Runner, { id, send, end }: Answers): ServedCall {
  const abort = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const fail = (error: unknown) => end({ type: 'failed', id, code: failureCode(error, abort.signal) });
  const decoder = openDecoder();

  function openDecoder() {
    try {
      return runner.openLive(options);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  async function answer(message: ToProcess, payload: Uint8Array): Promise<void> {
    abort.signal.throwIfAborted();
    if (message.type === 'feed' && decoder !== undefined) {
      await send({ type: 'activity', id, speech: await decoder.feed(payload) });
    }
    if (message.type === 'decode' && decoder !== undefined) {
      await send({ type: 'decoded', id, hypothesis: await decoder.decode(message, abort.signal) });
    }
  }

  return {
    receive(message, payload) {
      last = last.then(() => answer(message, payload));
      last.catch(fail);
    },
    cancel() {
      abort.abort();
      last.finally(() => fail(abort.signal.reason)).catch(() => undefined);
    },
  };
}

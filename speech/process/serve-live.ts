import type { LiveDecoder } from '../embedded/live-session.ts';
import type { DecodeWindow, LiveOptions } from '../types.ts';
import type { Models } from './models.ts';
import { type Answers, failureCode, type ServedCall } from './pipe.ts';

/**
 * Answers the messages of a live session: audio in order, and decodes in order. Audio does not wait for a decode, so that
 * the end of speech is noticed during one.
 */
export function serveLive(options: LiveOptions, models: Models, { id, send, end }: Answers): ServedCall {
  const abort = new AbortController();
  /** Of the decodes until the next message that drops them. */
  let current = new AbortController();
  const last = { feed: Promise.resolve(), decode: Promise.resolve() };
  const fail = (error: unknown) => end({ type: 'failed', id, code: failureCode(error, abort.signal) });
  const decoder = openDecoder();

  function openDecoder() {
    try {
      return models.openLive(options);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  async function feed(payload: Uint8Array): Promise<void> {
    abort.signal.throwIfAborted();
    if (decoder !== undefined) await send({ type: 'activity', id, speech: await decoder.feed(payload) });
  }

  async function decode(window: DecodeWindow, dropped: AbortSignal): Promise<void> {
    abort.signal.throwIfAborted();
    if (decoder === undefined) return;
    const hypothesis = await hypothesisOf(decoder, window, dropped);
    await send({ type: 'decoded', id, hypothesis });
  }

  /** Null for a decode that was dropped. */
  async function hypothesisOf(live: LiveDecoder, window: DecodeWindow, dropped: AbortSignal) {
    try {
      return await live.decode(window, AbortSignal.any([abort.signal, dropped]));
    } catch (error) {
      if (abort.signal.aborted || !dropped.aborted) throw error;
      return null;
    }
  }

  return {
    receive(message, payload) {
      if (message.type === 'feed') last.feed = last.feed.then(() => feed(payload));
      // The audio that was sent before belongs to the window.
      else if (message.type === 'decode') {
        const { signal } = current;
        last.decode = Promise.all([last.feed, last.decode]).then(() => decode(message, signal));
      } else if (message.type === 'drop') {
        current.abort();
        current = new AbortController();
      }
      last.feed.catch(fail);
      last.decode.catch(fail);
    },
    cancel() {
      abort.abort();
      void Promise.allSettled([last.feed, last.decode]).then(() => fail(abort.signal.reason));
    },
  };
}

import type { LiveEvent } from '../../../dictation/live/types.ts';
import type { Word } from '../../../speech/types.ts';
import { failureMessage, LIVE_END_WORDS } from '../ends.ts';
import type { ListenOptions } from './query.ts';

/** A message of Deepgram's streaming protocol. */
export type ListenMessage = Readonly<Record<string, unknown>> & { readonly type: string };

/** A control message of a client; undefined for an unknown one. */
export type ListenRequest = 'KeepAlive' | 'Finalize' | 'CloseStream';

/** Reads a text message. */
export function readListenRequest(text: string): ListenRequest | undefined {
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    return (['KeepAlive', 'Finalize', 'CloseStream'] as const).find((known) => known === type);
  } catch {
    return undefined;
  }
}

const CHANNEL = [0, 1];
/** The engine has no confidence values. Clients drop words with a low one, so every word gets this value. */
const CONFIDENCE = 1;

/** Converts the events of a session to messages. */
export function createListenWriter(
  sessionId: string,
  options: Pick<ListenOptions, 'interim' | 'vadEvents' | 'utteranceEnd'>,
) {
  const starts = new Map<number, number>();
  /** Utterances that a pause ended. All others end because the client asked for it. */
  const paused = new Set<number>();
  const metadata = {
    request_id: sessionId,
    model_info: { name: 'sotto', version: '1', arch: 'sotto' },
    model_uuid: sessionId,
  };

  function results(
    start: number,
    end: number,
    transcript: string,
    words: readonly Word[],
    isFinal: boolean,
  ): ListenMessage {
    const alternatives = [{ transcript, confidence: CONFIDENCE, words: words.map(showWord) }];
    return {
      type: 'Results',
      channel_index: CHANNEL,
      ...{ start, duration: end - start, is_final: isFinal, speech_final: isFinal },
      channel: { alternatives },
      metadata,
    };
  }

  function recognized(event: Extract<LiveEvent, { type: 'recognized' }>): ListenMessage[] {
    const words = [...event.committed, ...event.provisional];
    const last = words.at(-1);
    if (!options.interim || last === undefined) return [];
    const text = words.map((word) => word.text).join(' ');
    return [results(starts.get(event.utterance) ?? 0, last.end, text, words, false)];
  }

  function final(event: Extract<LiveEvent, { type: 'final' }>): ListenMessage[] {
    starts.delete(event.utterance);
    const isAsked = !paused.delete(event.utterance);
    const said = { ...results(event.from, event.to, event.text, event.words, true), from_finalize: isAsked };
    if (!options.utteranceEnd) return [said];
    return [said, { type: 'UtteranceEnd', channel: CHANNEL, last_word_end: event.words.at(-1)?.end ?? event.to }];
  }

  return function write(event: LiveEvent): ListenMessage[] {
    switch (event.type) {
      case 'started':
        starts.set(event.utterance, event.at);
        return options.vadEvents ? [{ type: 'SpeechStarted', channel: CHANNEL, timestamp: event.at }] : [];
      case 'recognized':
        return recognized(event);
      case 'final':
        return final(event);
      case 'stopped':
        paused.add(event.utterance);
        return [];
      case 'empty':
        return [{ ...results(0, 0, '', [], true), from_finalize: true }];
      case 'failed':
        starts.delete(event.utterance);
        paused.delete(event.utterance);
        return [{ type: 'Error', code: event.code, message: failureMessage(event.code) }];
      case 'ended':
        return ended(event);
      default:
        return [];
    }
  };
}

/** The error that ends a session; none if the client ended it or the service stops. */
function ended({ end, retryAfterSeconds }: Extract<LiveEvent, { type: 'ended' }>): ListenMessage[] {
  const { message } = LIVE_END_WORDS[end];
  return message === null ? [] : [{ type: 'Error', code: end, message, retry_after: retryAfterSeconds }];
}

/** The message that ends a stream. */
export function closingMetadata(sessionId: string, duration: number, now: number): ListenMessage {
  return {
    type: 'Metadata',
    transaction_key: 'deprecated',
    request_id: sessionId,
    sha256: '', // would be the hash of the audio, which is not kept
    created: new Date(now).toISOString(),
    duration,
    channels: 1,
  };
}

function showWord({ text, start, end }: Word) {
  const characters = [...text.toLowerCase()];
  const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character);
  const word = characters.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1).join('');
  return { word, start, end, confidence: CONFIDENCE, punctuated_word: text };
}

import type { LiveEvent } from '../../../dictation/live/types.ts';
import { failureMessage, LIVE_END_WORDS } from '../ends.ts';

/** An event of the Realtime protocol, without its id. */
export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Dialect {
  readonly isBeta: boolean;
  /** Whether the client requested provisional words. */
  readonly wantsProvisional: boolean;
}

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Converts the events of a session to protocol events. It tracks what was sent of the current utterance. */
export function createEventWriter(sessionId: string) {
  /** The number of words of the utterance that were sent as deltas. */
  let sent = 0;
  let provisional = '';
  const itemOf = (utterance: number) => `item_${sessionId.replace(/^sess_/, '').replaceAll('-', '')}_${utterance}`;
  /** The last item. An utterance that was cleared has none. */
  let previous: string | null = null;
  const content = (utterance: number) => ({ item_id: itemOf(utterance), content_index: 0 });

  function delta(utterance: number, words: readonly string[], isFirst: boolean): ServerEvent {
    return { type: `${TRANSCRIPTION}.delta`, ...content(utterance), delta: `${isFirst ? '' : ' '}${words.join(' ')}` };
  }

  function recognized(event: Extract<LiveEvent, { type: 'recognized' }>, { wantsProvisional }: Dialect): ServerEvent[] {
    const { utterance, committed, newCount } = event;
    const events: ServerEvent[] = [];
    const texts = committed.map(({ text }) => text);
    if (newCount > 0) events.push(delta(utterance, texts.slice(-newCount), texts.length === newCount));
    const shown = event.provisional.map(({ text }) => text).join(' ');
    if (wantsProvisional && (shown !== provisional || newCount > 0)) {
      events.push({ type: `${TRANSCRIPTION}.provisional`, ...content(utterance), transcript: shown });
    }
    provisional = shown;
    sent = texts.length;
    return events;
  }

  function closed(utterance: number, { isBeta }: Dialect): ServerEvent[] {
    const item = {
      id: itemOf(utterance),
      object: 'realtime.item',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_audio', transcript: null }],
    };
    const place = { previous_item_id: previous, item };
    previous = item.id;
    wordsOf.set(utterance, sent);
    sent = 0;
    provisional = '';
    const added = isBeta ? ['conversation.item.created'] : ['conversation.item.added', 'conversation.item.done'];
    return [
      {
        type: 'input_audio_buffer.committed',
        item_id: item.id,
        previous_item_id: place.previous_item_id,
      },
      ...added.map((type) => ({ type, ...place })),
    ];
  }

  /** Words that were sent of utterances that are not final yet. */
  const wordsOf = new Map<number, number>();

  function final(event: Extract<LiveEvent, { type: 'final' }>): ServerEvent[] {
    const { utterance, rest, text, from, to } = event;
    const isFirst = (wordsOf.get(utterance) ?? 0) === 0;
    wordsOf.delete(utterance);
    const usage = { type: 'duration', seconds: Math.round((to - from) * 1000) / 1000 };
    const completed = { type: `${TRANSCRIPTION}.completed`, ...content(utterance), transcript: text, usage };
    return rest.length === 0 ? [completed] : [delta(utterance, rest, isFirst), completed];
  }

  return function write(event: LiveEvent, dialect: Dialect): ServerEvent[] {
    switch (event.type) {
      case 'started':
        return [
          {
            type: 'input_audio_buffer.speech_started',
            audio_start_ms: Math.round(event.at * 1000),
            item_id: itemOf(event.utterance),
          },
        ];
      case 'stopped':
        return [
          {
            type: 'input_audio_buffer.speech_stopped',
            audio_end_ms: Math.round(event.at * 1000),
            item_id: itemOf(event.utterance),
          },
        ];
      case 'recognized':
        return recognized(event, dialect);
      case 'closed':
        return closed(event.utterance, dialect);
      case 'final':
        return final(event);
      case 'failed':
        wordsOf.delete(event.utterance);
        return [
          {
            type: `${TRANSCRIPTION}.failed`,
            ...content(event.utterance),
            error: { type: 'transcription_error', code: event.code, message: failureMessage(event.code), param: null },
          },
        ];
      case 'empty':
        return [errorEvent('input_audio_buffer_commit_empty', 'The buffer has no audio to commit', null)];
      case 'cleared':
        sent = 0;
        provisional = '';
        return [{ type: 'input_audio_buffer.cleared' }];
      case 'ended':
        return ended(event);
    }
  };
}

/** The error that ends a session; none if the client ended it or the service stops. */
function ended({ end, retryAfterSeconds }: Extract<LiveEvent, { type: 'ended' }>): ServerEvent[] {
  const { message } = LIVE_END_WORDS[end];
  if (message === null) return [];
  const code = end === 'expired' ? 'session_expired' : end;
  const event = errorEvent(code, message, null, { type: 'server_error' });
  if (retryAfterSeconds === undefined) return [event];
  return [{ ...event, error: { ...event.error, retry_after: retryAfterSeconds } }];
}

/** An `error` event. @param details.eventId the client's event that caused it */
export function errorEvent(
  code: string,
  message: string,
  param: string | null,
  { type = 'invalid_request_error', eventId = null }: { readonly type?: string; readonly eventId?: string | null } = {},
) {
  return { type: 'error', error: { type, code, message, param, event_id: eventId } };
}

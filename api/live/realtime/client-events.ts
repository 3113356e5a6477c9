/** An event from a client of the Realtime protocol. `eventId` is the client's own, for error messages. */
export type ClientEvent =
  | { readonly type: 'update'; readonly session: unknown; readonly isBeta: boolean; readonly eventId: string | null }
  | { readonly type: 'append'; readonly audio: Uint8Array }
  | { readonly type: 'commit' }
  | { readonly type: 'clear' }
  | { readonly type: 'invalid'; readonly problem: ClientProblem; readonly eventId: string | null };

/** Why an event is refused, without any text of the event. */
export interface ClientProblem {
  readonly code: 'invalid_json' | 'invalid_event' | 'unknown_event' | 'invalid_audio';
  readonly message: string;
  readonly param: string | null;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX_EVENT_ID_LENGTH = 512;

/** Reads a message. @param text JSON; binary messages are refused by their caller */
export function readClientEvent(text: string): ClientEvent {
  const fields = parse(text);
  if (fields === undefined) return invalid(null, 'invalid_json', 'The message must be a JSON object', null);
  const given = fields['event_id'];
  const eventId = typeof given === 'string' && given.length <= MAX_EVENT_ID_LENGTH ? given : null;
  switch (fields['type']) {
    case 'session.update':
    case 'transcription_session.update':
      return { type: 'update', session: fields['session'], isBeta: fields['type'] !== 'session.update', eventId };
    case 'input_audio_buffer.append':
      return append(fields['audio'], eventId);
    case 'input_audio_buffer.commit':
      return { type: 'commit' };
    case 'input_audio_buffer.clear':
      return { type: 'clear' };
    default:
      return typeof fields['type'] === 'string'
        ? invalid(eventId, 'unknown_event', 'A transcription session does not support this event', 'type')
        : invalid(eventId, 'invalid_event', "The field 'type' must be a text", 'type');
  }
}

function append(audio: unknown, eventId: string | null): ClientEvent {
  if (typeof audio !== 'string' || !BASE64.test(audio)) {
    return invalid(eventId, 'invalid_audio', "The field 'audio' must be base64", 'audio');
  }
  return { type: 'append', audio: Buffer.from(audio, 'base64') };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function invalid(
  eventId: string | null,
  code: ClientProblem['code'],
  message: string,
  param: string | null,
): ClientEvent {
  return { type: 'invalid', eventId, problem: { code, message, param } };
}

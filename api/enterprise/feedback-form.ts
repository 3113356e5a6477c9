import type { Sentiment } from '../../dictation/feedback-store.ts';
import { EnterpriseError } from '../errors.ts';
import type { MultipartForm } from '../multipart.ts';

/** The contract's "max length 1048576", counted in characters as OpenAPI does. */
export const MAX_TEXT_LENGTH = 1_048_576;
/** The contract's "100 MB", where a megabyte is 1,048,576 bytes. */
export const MAX_AUDIO_BYTES = 100 * 1_048_576;
export const MAX_TRANSCRIPTION_ID_LENGTH = 255;

/** Maximum length of each text field in bytes of UTF-8, counted while the form is read. */
export const FEEDBACK_TEXTS = { sentiment: 64, text: 4 * MAX_TEXT_LENGTH } as const;

const SENTIMENTS = ['like', 'dislike'] as const;
const CONTROL = /\p{Cc}/u;

/** The form of the feedback route, checked. An empty `text` counts as omitted. */
export interface FeedbackForm<Audio> {
  readonly sentiment: Sentiment;
  readonly text: string | null;
  readonly audio: Audio | null;
}

/** @throws {EnterpriseError} 400 naming the first field that breaks its rule */
export function checkFeedbackForm<Audio extends { readonly bytes: number }>(
  form: MultipartForm<Audio>,
): FeedbackForm<Audio> {
  const given = form.texts.get('sentiment');
  if (!given) throw new EnterpriseError('missing_field', "The field 'sentiment' is required");
  const sentiment = SENTIMENTS.find((known) => known === given);
  if (!sentiment) throw new EnterpriseError('invalid_field', "The field 'sentiment' must be like or dislike");
  const text = form.texts.get('text') || null;
  if (text !== null && isLongerThan(text, MAX_TEXT_LENGTH)) {
    throw new EnterpriseError('field_too_long', "The field 'text' is too long");
  }
  const audio = form.files.get('audio') ?? null;
  if (audio?.bytes === 0) throw new EnterpriseError('audio_empty');
  return { sentiment, text, audio };
}

/** Whether a text has more than `max` characters (code points). */
function isLongerThan(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false;
  let length = 0;
  for (const _ of text) length += 1;
  return length > maxLength;
}

/**
 * @param id null when the path is not percent-encoded UTF-8
 * @throws {EnterpriseError} 400
 */
export function checkTranscriptionId(id: string | null): string {
  if (id === null || id === '' || [...id].length > MAX_TRANSCRIPTION_ID_LENGTH || CONTROL.test(id)) {
    const rule = `1 to ${MAX_TRANSCRIPTION_ID_LENGTH} characters, without control characters`;
    throw new EnterpriseError('invalid_field', `The path's 'transcription_id' must have ${rule}`);
  }
  return id;
}

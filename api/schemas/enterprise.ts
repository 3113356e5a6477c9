import { Type } from '@sinclair/typebox';
import { oneOf, orNull, text, time, uuid } from './parts.ts';

/** Response bodies of the enterprise API. */
export const ENTERPRISE_SCHEMAS = {
  /** Contract 2.6. */
  Dictation: Type.Object({
    id: text('The `transcription_id` of the request, or a generated one'),
    text: text('Formatted, or the raw words when source is transcription'),
    raw_text: text('As recognized, before formatting'),
  }),
  DictationSettings: Type.Object({
    dictionary: text('Names and replacements, one per line'),
    instructions: text('Style instructions'),
    language: orNull(text('Language code; null means detection')),
  }),
  OfferedTerms: Type.Object({ terms: Type.Array(text()) }),
  /** Contract 2.7. */
  Feedback: Type.Object({
    feedback_id: uuid(),
    transcription_id: text(),
    sentiment: oneOf(['like', 'dislike']),
  }),
  ClientToken: Type.Object({ token: text('Not shown again'), expires_at: time() }),
} as const;

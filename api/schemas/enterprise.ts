import { Type } from '@sinclair/typebox';
import { oneOf, orNull, text, time, uuid } from './parts.ts';

/** What the enterprise API answers. */
export const ENTERPRISE_SCHEMAS = {
  /** Contract 2.6. */
  Dictation: Type.Object({
    id: text('The `transcription_id` that was sent, or one made here'),
    text: text('Formatted, or the raw words when source is transcription'),
    raw_text: text('As it was heard'),
  }),
  DictationSettings: Type.Object({
    dictionary: text('Names and replacements, one a line'),
    instructions: text('How the text is to be written'),
    language: orNull(text('Language code; null leaves it to the engine')),
  }),
  OfferedTerms: Type.Object({ terms: Type.Array(text()) }),
  /** Contract 2.7. */
  Feedback: Type.Object({
    feedback_id: uuid(),
    transcription_id: text(),
    sentiment: oneOf(['like', 'dislike']),
  }),
  ClientToken: Type.Object({ token: text('Shown this once'), expires_at: time() }),
} as const;

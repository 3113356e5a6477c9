import { Type } from '@sinclair/typebox';
import { oneOf, text, time, uuid } from './parts.ts';

/** What the enterprise API answers. */
export const ENTERPRISE_SCHEMAS = {
  /** Contract 2.6. */
  Dictation: Type.Object({
    id: text('The `transcription_id` that was sent, or one made here'),
    text: text('Formatted, or the raw words when source is transcription'),
    raw_text: text('As it was heard'),
  }),
  /** Contract 2.7. */
  Feedback: Type.Object({
    feedback_id: uuid(),
    transcription_id: text(),
    sentiment: oneOf(['like', 'dislike']),
  }),
  ClientToken: Type.Object({ token: text('Shown this once'), expires_at: time() }),
} as const;

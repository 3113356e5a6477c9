import { DESCRIBE_PROMPT, DESCRIBE_SCHEMA, describePrompt } from './describe/prompt.ts';
import { createChat } from './rewrite/chat.ts';
import { createOffload } from './thread/offload.ts';
import type { LlmOptions, NoteDescriber } from './types.ts';

/** A note may wait longer than a dictation: as many times the limit of one. */
const PATIENCE = 6;
/** What the model gets to read of a long note: its beginning and its end, about 30 minutes of speech. */
const MAX_READ_LENGTH = 24_000;
const MAX_ANSWER_TOKENS = 600;
const MAX_OWN_TAGS = 100;

/**
 * Builds the describer: by the note's own words, and by a language model on top where one is configured. What the model
 * says that the transcript does not is left out, field by field.
 */
export function createNoteDescriber({ llm }: { readonly llm?: LlmOptions } = {}): NoteDescriber {
  const offload = createOffload();
  const chat = llm === undefined ? undefined : createChat({ ...llm, timeoutMs: llm.timeoutMs * PATIENCE });
  return {
    async describe({ transcript, language, userTags, signal }) {
      const read = await offload('extractDescription', { transcript, hint: language, userTags }, signal);
      const { cleaned, description } = read;
      if (chat === undefined || description.title === null) return description;
      const answer = await chat({
        system: DESCRIBE_PROMPT,
        user: describePrompt(cutMiddle(cleaned), language, userTags.slice(0, MAX_OWN_TAGS)),
        schema: DESCRIBE_SCHEMA,
        maxTokens: MAX_ANSWER_TOKENS,
        signal,
      });
      if (answer.outcome !== 'answered') return description;
      const input = { extracted: description, answer: answer.text, transcript: cleaned, language, userTags };
      // A long answer that nobody waits for any longer counts as none.
      return offload('describeByAnswer', input, signal).catch((error: unknown) => {
        if (signal.aborted) return description;
        throw error;
      });
    },
  };
}

/** What a long note begins and ends with tells most of it. */
function cutMiddle(text: string): string {
  if (text.length <= MAX_READ_LENGTH) return text;
  const begin = text.slice(0, MAX_READ_LENGTH * 0.7);
  return `${begin.toWellFormed()} … ${text.slice(-MAX_READ_LENGTH * 0.3).toWellFormed()}`;
}

import { DESCRIBE_PROMPT, DESCRIBE_SCHEMA, describePrompt } from './describe/prompt.ts';
import { createChat } from './rewrite/chat.ts';
import { createOffload } from './thread/offload.ts';
import type { LlmOptions, NoteDescriber } from './types.ts';

/** The time limit of a note, as a multiple of a dictation's. */
const TIMEOUT_FACTOR = 6;
/** The number of characters of a long note that the model reads: its start and end, about 30 minutes of speech. */
const MAX_READ_LENGTH = 24_000;
const MAX_ANSWER_TOKENS = 600;
const MAX_OWN_TAGS = 100;

/**
 * Builds the describer: extraction, improved by a language model if one is configured. A field of the model's answer
 * that the transcript does not support is replaced by the extracted one.
 */
export function createNoteDescriber({ llm }: { readonly llm?: LlmOptions } = {}): NoteDescriber {
  const offload = createOffload();
  const chat = llm === undefined ? undefined : createChat({ ...llm, timeoutMs: llm.timeoutMs * TIMEOUT_FACTOR });
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
      // The caller aborted while a long answer was being checked.
      return offload('describeByAnswer', input, signal).catch((error: unknown) => {
        if (signal.aborted) return description;
        throw error;
      });
    },
  };
}

/** Cuts the middle out of a long note: its start and end tell most of it. */
function cutMiddle(text: string): string {
  if (text.length <= MAX_READ_LENGTH) return text;
  const begin = text.slice(0, MAX_READ_LENGTH * 0.7);
  return `${begin.toWellFormed()} … ${text.slice(-MAX_READ_LENGTH * 0.3).toWellFormed()}`;
}

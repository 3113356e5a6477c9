import { readContext } from '../context.ts';
import type { Offload } from '../thread/offload.ts';
import type { FormatRequest, FormatResult, LlmOptions, Refusal } from '../types.ts';
import { vocabularyOf } from '../vocabulary.ts';
import { createChat } from './chat.ts';
import { MAX_REWRITE_LENGTH } from './check.ts';
import { readRewrite } from './clean.ts';
import { REWRITE_SCHEMA, SYSTEM_PROMPT, userPrompt } from './prompt.ts';

/** The number of characters before the cursor that the model sees: enough for case and names. */
const MAX_BEFORE_LENGTH = 500;
const MAX_NAMES = 200;
const MAX_STYLE_LENGTH = 2_048;
/** A token is at least one character, and JSON and marks need some more. The limit stops a model that does not end. */
const TOKENS_PER_CHARACTER = 0.75;
const MIN_TOKENS = 128;

/** Improves a draft with a language model, or reports why the draft stays. Never throws. */
export type Rewrite = (request: FormatRequest, draft: string) => Promise<FormatResult>;

/** Builds the rewrite: one request to the model, then the check of its answer. */
export function createRewrite(llm: LlmOptions, offload: Offload): Rewrite {
  const chat = createChat(llm);
  return async (request, draft) => {
    const refuse = (reason: Refusal): FormatResult => ({ text: draft, rewrite: `refused_${reason}` });
    if (!/[\p{L}\p{N}]/u.test(draft)) return { text: draft, rewrite: 'not_needed' };
    if (request.signal.aborted) return { text: draft, rewrite: 'cancelled' };
    if (Math.max(draft.length, request.text.length) > MAX_REWRITE_LENGTH) return refuse('too_long');
    const answer = await chat({
      system: SYSTEM_PROMPT,
      user: userPrompt(promptInput(request, draft)),
      schema: REWRITE_SCHEMA,
      maxTokens: Math.ceil(MIN_TOKENS + draft.length * TOKENS_PER_CHARACTER),
      signal: request.signal,
    });
    if (answer.outcome === 'truncated' || answer.outcome === 'declined') return refuse(answer.outcome);
    if (answer.outcome !== 'answered') return { text: draft, rewrite: answer.outcome };
    const rewritten = readRewrite(answer.text);
    if (rewritten === undefined) return refuse('unreadable');
    if (rewritten.length > 2 * MAX_REWRITE_LENGTH) return refuse('grew');
    const { text: raw, language, dictionary, context, extraInstructions } = request;
    const compared = { raw, draft, rewritten, language, dictionary, context, extraInstructions };
    const reason = await offload('findRefusal', compared, request.signal);
    return reason === undefined ? { text: rewritten, rewrite: 'rewritten' } : refuse(reason);
  };
}

function promptInput({ language, context, dictionary, extraInstructions }: FormatRequest, draft: string) {
  const place = readContext(context);
  return {
    transcript: draft,
    language,
    kind: place.kind,
    textBeforeCursor: place.before?.slice(-MAX_BEFORE_LENGTH),
    names: vocabularyOf(dictionary).slice(0, MAX_NAMES),
    style: extraInstructions?.slice(0, MAX_STYLE_LENGTH),
  };
}

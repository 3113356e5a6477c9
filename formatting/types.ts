/** A text to format. Every field is content: none of it may be logged or stored. */
export interface FormatRequest {
  readonly text: string;
  /** ISO 639-1 code; undefined when unknown. */
  readonly language: string | undefined;
  /** The request's `dictionary` field, as sent. */
  readonly dictionary: string | undefined;
  /** The request's `context` field, as sent. */
  readonly context: string | undefined;
  readonly extraInstructions: string | undefined;
  readonly signal: AbortSignal;
}

/** Why a rewrite was refused: a closed list. */
export const REFUSALS = [
  /** The dictation is too long to rewrite within the time limit. */
  'too_long',
  /** The answer is neither the expected JSON nor text. */
  'unreadable',
  /** The answer was cut off at its token limit. */
  'truncated',
  /** The server or model declined. */
  'declined',
  'empty',
  'markup',
  'assistant_phrase',
  'language_changed',
  'question_lost',
  'new_address',
  'new_number',
  'lost_number',
  'negation_changed',
  'changed_fact',
  'instructions_leak',
  'context_leak',
  'dictionary_echo',
  'new_name',
  'new_words',
  'grew',
  'shrank',
  'lost_words',
  'reordered',
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** What the rewrite did: a closed list, safe for logs, metrics and usage records. */
export type RewriteOutcome =
  | 'rewritten'
  | 'not_configured'
  /** The text has no words. */
  | 'not_needed'
  | 'timed_out'
  /** The caller's signal aborted it. */
  | 'cancelled'
  | 'unavailable'
  | `refused_${Refusal}`;

export interface FormatResult {
  readonly text: string;
  readonly rewrite: RewriteOutcome;
}

/** An OpenAI-compatible chat server. */
export interface LlmOptions {
  /** Base URL, with or without a final `/v1`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** Time limit of the whole rewrite, from the request to the last byte of the response. */
  readonly timeoutMs: number;
}

/** Formats dictated text. If the LLM fails, the result is that of the rules. */
export interface Formatter {
  /** @throws the signal's reason if it is aborted while a long text is being formatted */
  format(request: FormatRequest): Promise<FormatResult>;
}

/** Title, summary and tags of a transcript. */
export interface NoteDescription {
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly { readonly name: string; readonly confidence: number }[];
}

/** Finds title, summary and tags of a note: with the LLM if one is configured, otherwise by extraction. */
export interface NoteDescriber {
  /** @throws the signal's reason if it is aborted while a long transcript is being read */
  describe(request: {
    readonly transcript: string;
    readonly language: string | undefined;
    /** The names of the user's existing tags, which are preferred over new ones. */
    readonly userTags: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<NoteDescription>;
}

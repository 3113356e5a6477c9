/** What is to be formatted. Every field is content: none of it may be logged or kept. */
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

/** Why a rewrite was not taken; a closed list. */
export const REFUSALS = [
  /** The dictation is longer than a rewrite within the time limit can be. */
  'too_long',
  /** The answer is neither the agreed JSON nor text. */
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

/** How the text came about; a closed list, safe for logs, metrics and usage records. */
export type RewriteOutcome =
  | 'rewritten'
  | 'not_configured'
  /** There are no words to rewrite. */
  | 'not_needed'
  | 'timed_out'
  /** The caller's signal ended it. */
  | 'cancelled'
  | 'unavailable'
  | `refused_${Refusal}`;

export interface FormatResult {
  readonly text: string;
  readonly rewrite: RewriteOutcome;
}

/** An OpenAI-compatible chat server. */
export interface LlmOptions {
  /** Base address, with or without `/v1` at its end. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** Bounds the whole rewrite, from the call to the last byte. */
  readonly timeoutMs: number;
}

/** Formats dictated text. Whatever the LLM does, the deterministic result stands. */
export interface Formatter {
  /** @throws the signal's reason when it is aborted while a long text is worked on */
  format(request: FormatRequest): Promise<FormatResult>;
}

/** What a finished transcript is described by. */
export interface NoteDescription {
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly { readonly name: string; readonly confidence: number }[];
}

/** Finds title, summary and tags of a note, by the LLM where one is configured, else by extraction. */
export interface NoteDescriber {
  /** @throws the signal's reason when it is aborted while a long transcript is worked on */
  describe(request: {
    readonly transcript: string;
    readonly language: string | undefined;
    /** Names of the user's own tags, preferred over new ones. */
    readonly userTags: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<NoteDescription>;
}

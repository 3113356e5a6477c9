import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { checkTranscript, type TranscriptCheck } from './describe/check.ts';
import { cleanTranscript, extractDescription } from './describe/extract.ts';
import { DESCRIBE_PROMPT, DESCRIBE_SCHEMA, describePrompt } from './describe/prompt.ts';
import { SUMMARY_MAX_LENGTH, shorten } from './describe/summary.ts';
import { TAGS_MAX } from './describe/tags.ts';
import { TITLE_MAX_LENGTH } from './describe/title.ts';
import { normalizeText } from './normalize.ts';
import { createChat } from './rewrite/chat.ts';
import { parseAnswer } from './rewrite/clean.ts';
import type { LlmOptions, NoteDescriber, NoteDescription } from './types.ts';

/** A note may wait longer than a dictation: as many times the limit of one. */
const PATIENCE = 6;
/** What the model gets to read of a long note: its beginning and its end, about 30 minutes of speech. */
const READ_MAX_LENGTH = 24_000;
const ANSWER_MAX_TOKENS = 600;
const OWN_TAGS_MAX = 100;
const TAG_MAX_LENGTH = 40;
/** A tag that fits but was not said is the model's judgement alone. */
const UNSAID_TAG_MAX_CONFIDENCE = 0.6;
const TAG_LEAST_CONFIDENCE = 0.3;

const Answer = Type.Object({
  title: Type.String(),
  summary: Type.String(),
  tags: Type.Array(Type.Object({ name: Type.String(), confidence: Type.Number() })),
});

/**
 * Builds the describer: by the note's own words, and by a language model on top where one is configured. What the model
 * says that the transcript does not is left out, field by field. Never fails.
 */
export function createNoteDescriber({ llm }: { readonly llm?: LlmOptions } = {}): NoteDescriber {
  const chat = llm === undefined ? undefined : createChat({ ...llm, timeoutMs: llm.timeoutMs * PATIENCE });
  return {
    async describe({ transcript, language, userTags, signal }) {
      const extracted = extractDescription(transcript, language, userTags);
      if (chat === undefined || extracted.title === null) return extracted;
      const text = cleanTranscript(transcript, language);
      const answer = await chat({
        system: DESCRIBE_PROMPT,
        user: describePrompt(cutMiddle(text), language, userTags.slice(0, OWN_TAGS_MAX)),
        schema: DESCRIBE_SCHEMA,
        maxTokens: ANSWER_MAX_TOKENS,
        signal,
      });
      const parsed = answer.outcome === 'answered' ? parseAnswer(answer.text) : undefined;
      if (!Value.Check(Answer, parsed)) return extracted;
      return merge(extracted, parsed, checkTranscript(text, language), userTags);
    },
  };
}

/** What a long note begins and ends with tells most of it. */
function cutMiddle(text: string): string {
  if (text.length <= READ_MAX_LENGTH) return text;
  const begin = text.slice(0, READ_MAX_LENGTH * 0.7);
  return `${begin.toWellFormed()} … ${text.slice(-READ_MAX_LENGTH * 0.3).toWellFormed()}`;
}

function merge(
  extracted: NoteDescription,
  { title, summary, tags }: Static<typeof Answer>,
  check: TranscriptCheck,
  userTags: readonly string[],
): NoteDescription {
  const told = mergeTags(extracted.tags, tags, check, userTags);
  return {
    title: pass(title.replace(/[.。]$/u, ''), TITLE_MAX_LENGTH, check) ?? extracted.title,
    summary: pass(summary, SUMMARY_MAX_LENGTH, check) ?? extracted.summary,
    tags: told.length > 0 ? told : extracted.tags,
  };
}

/** The model's text if it is faithful, on one line. */
function pass(text: string, most: number, check: TranscriptCheck): string | undefined {
  const line = normalizeText(text)
    .replace(/\s+/gu, ' ')
    .replace(/^"([^"]+)"$/u, '$1');
  if (!/[\p{L}\p{N}]/u.test(line) || line.length > most * 1.5 || !check.isFaithful(line)) return undefined;
  return shorten(line, most);
}

type Tags = NoteDescription['tags'];

/** The user's own tags first. A tag that was also found by its words keeps the more sober of the two confidences. */
function mergeTags(found: Tags, told: Tags, check: TranscriptCheck, userTags: readonly string[]): Tags {
  const own = new Map(userTags.map((name) => [name.toLowerCase(), name]));
  const byWords = new Map(found.map(({ name, confidence }) => [name.toLowerCase(), confidence]));
  const merged = new Map<string, { name: string; confidence: number; own: boolean }>();
  for (const { name, confidence } of told) {
    const plain = normalizeText(name).replace(/\s+/gu, ' ');
    const key = plain.toLowerCase();
    const mine = own.get(key);
    const said = check.isSaid(plain);
    if (plain === '' || plain.length > TAG_MAX_LENGTH || (mine === undefined && !said) || merged.has(key)) continue;
    const sober = Math.min(clamp(confidence), byWords.get(key) ?? (said ? 1 : UNSAID_TAG_MAX_CONFIDENCE));
    if (sober >= TAG_LEAST_CONFIDENCE)
      merged.set(key, { name: mine ?? plain, confidence: sober, own: mine !== undefined });
  }
  // The user's tags that the note names are right whether or not the model thought of them.
  for (const { name, confidence } of found) {
    if (own.has(name.toLowerCase()) && !merged.has(name.toLowerCase())) {
      merged.set(name.toLowerCase(), { name, confidence, own: true });
    }
  }
  return [...merged.values()]
    .sort((first, second) => Number(second.own) - Number(first.own) || second.confidence - first.confidence)
    .slice(0, TAGS_MAX)
    .map(({ name, confidence }) => ({ name, confidence: Math.round(confidence * 100) / 100 }));
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

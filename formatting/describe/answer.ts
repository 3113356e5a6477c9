import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { normalizeText } from '../normalize.ts';
import { parseAnswer } from '../rewrite/clean.ts';
import type { NoteDescription } from '../types.ts';
import { checkTranscript, type TranscriptCheck } from './check.ts';
import { shorten } from './shorten.ts';
import { MAX_SUMMARY_LENGTH } from './summary.ts';
import { MAX_TAGS } from './tags.ts';
import { MAX_TITLE_LENGTH } from './title.ts';

const MAX_TAG_LENGTH = 40;
/** The maximum confidence of a tag that was not said: only the model chose it. */
const MAX_UNSAID_TAG_CONFIDENCE = 0.6;
const MIN_TAG_CONFIDENCE = 0.3;

const Answer = Type.Object({
  title: Type.String(),
  summary: Type.String(),
  tags: Type.Array(Type.Object({ name: Type.String(), confidence: Type.Number() })),
});

/** A model's answer about a transcript, and the extracted description. */
export interface AnswerInput {
  readonly extracted: NoteDescription;
  /** The raw answer of the model. */
  readonly answer: string;
  /** The whole transcript, cleaned. */
  readonly transcript: string;
  readonly language: string | undefined;
  readonly userTags: readonly string[];
}

/**
 * The description from a model's answer. A field that the transcript does not support is taken from the extracted one.
 */
export function describeByAnswer({ extracted, answer, transcript, language, userTags }: AnswerInput): NoteDescription {
  const parsed = parseAnswer(answer);
  if (!Value.Check(Answer, parsed)) return extracted;
  return merge(extracted, parsed, checkTranscript(transcript, language), userTags);
}

function merge(
  extracted: NoteDescription,
  { title, summary, tags }: Static<typeof Answer>,
  check: TranscriptCheck,
  userTags: readonly string[],
): NoteDescription {
  const merged = mergeTags(extracted.tags, tags, check, userTags);
  return {
    title: pass(title.replace(/[.。]$/u, ''), MAX_TITLE_LENGTH, check) ?? extracted.title,
    summary: pass(summary, MAX_SUMMARY_LENGTH, check) ?? extracted.summary,
    tags: merged.length > 0 ? merged : extracted.tags,
  };
}

/** The model's text on one line, or undefined if it is not faithful to the transcript. */
function pass(text: string, most: number, check: TranscriptCheck): string | undefined {
  const line = normalizeText(text)
    .replace(/\s+/gu, ' ')
    .replace(/^"([^"]+)"$/u, '$1');
  if (!/[\p{L}\p{N}]/u.test(line) || line.length > most * 1.5 || !check.isFaithful(line)) return undefined;
  return shorten(line, most);
}

type Tags = NoteDescription['tags'];

/** Merges tags, the user's own first. A tag that was also extracted keeps the lower of the two confidences. */
function mergeTags(found: Tags, proposed: Tags, check: TranscriptCheck, userTags: readonly string[]): Tags {
  const own = new Map(userTags.map((name) => [name.toLowerCase(), name]));
  const byWords = new Map(found.map(({ name, confidence }) => [name.toLowerCase(), confidence]));
  const merged = new Map<string, { name: string; confidence: number; own: boolean }>();
  for (const { name, confidence } of proposed) {
    const plain = normalizeText(name).replace(/\s+/gu, ' ');
    const key = plain.toLowerCase();
    const mine = own.get(key);
    const said = check.isSaid(plain);
    if (plain === '' || plain.length > MAX_TAG_LENGTH || (mine === undefined && !said) || merged.has(key)) continue;
    const bounded = Math.min(clamp(confidence), byWords.get(key) ?? (said ? 1 : MAX_UNSAID_TAG_CONFIDENCE));
    if (bounded >= MIN_TAG_CONFIDENCE)
      merged.set(key, { name: mine ?? plain, confidence: bounded, own: mine !== undefined });
  }
  // The user's tags that the note mentions belong to it even if the model omitted them.
  for (const { name, confidence } of found) {
    if (own.has(name.toLowerCase()) && !merged.has(name.toLowerCase())) {
      merged.set(name.toLowerCase(), { name, confidence, own: true });
    }
  }
  return [...merged.values()]
    .sort((first, second) => Number(second.own) - Number(first.own) || second.confidence - first.confidence)
    .slice(0, MAX_TAGS)
    .map(({ name, confidence }) => ({ name, confidence: Math.round(confidence * 100) / 100 }));
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { normalizeText } from '../normalize.ts';
import { parseAnswer } from '../rewrite/clean.ts';
import type { NoteDescription } from '../types.ts';
import { checkTranscript, type TranscriptCheck } from './check.ts';
import { shorten } from './shorten.ts';
import { SUMMARY_MAX_LENGTH } from './summary.ts';
import { TAGS_MAX } from './tags.ts';
import { TITLE_MAX_LENGTH } from './title.ts';

const TAG_MAX_LENGTH = 40;
/** A tag that fits but was not said is the model's judgement alone. */
const UNSAID_TAG_MAX_CONFIDENCE = 0.6;
const TAG_LEAST_CONFIDENCE = 0.3;

const Answer = Type.Object({
  title: Type.String(),
  summary: Type.String(),
  tags: Type.Array(Type.Object({ name: Type.String(), confidence: Type.Number() })),
});

/** A model's answer about a transcript, and what the transcript's own words say. */
export interface AnswerInput {
  readonly extracted: NoteDescription;
  /** As the model sent it. */
  readonly answer: string;
  /** The whole transcript, cleaned. */
  readonly transcript: string;
  readonly language: string | undefined;
  readonly userTags: readonly string[];
}

/** The description by a model's answer. What the transcript does not say is left out, field by field. */
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

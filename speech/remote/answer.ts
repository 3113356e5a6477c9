import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { fitWords } from '../fit-words.ts';
import { isEcho, isHallucination } from '../hallucinations.ts';
import { languageCode } from '../language-names.ts';
import { collapseRepetition } from '../repetition.ts';
import { removeSoundLabels } from '../sound-labels.ts';
import { type Segment, SpeechError, type Word } from '../types.ts';

const TimedWord = Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() });
const Words = Type.Optional(Type.Union([Type.Array(TimedWord), Type.Null()]));

const Part = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  speaker: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  no_speech_prob: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  avg_logprob: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  compression_ratio: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  words: Words,
});

/** The fields of an answer that are read: those of `json`, `verbose_json` and `diarized_json` in the OpenAI API. */
const Answer = Type.Object({
  text: Type.String(),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  segments: Type.Optional(Type.Union([Type.Array(Part), Type.Null()])),
  words: Words,
});

/** The position of the clip. */
export interface AnsweredClip {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null;
  readonly vocabulary: readonly string[];
}

/** The server's transcript of a clip. */
export interface ClipTranscript {
  readonly segments: readonly Segment[];
  readonly language: string | null;
}

/** Whisper's own thresholds: a segment above both is silence; above the ratio it is a repetition. */
const NO_SPEECH = 0.8;
const UNSURE = -1;
const REPEATS = 2.4;
/** The no-speech probability above which a known hallucination is dropped. */
const DOUBTFUL_SPEECH = 0.5;
/** The number of repetitions that are a loop: if the server reports a repetition, and if not. */
const LOOPS = { reported: 4, unreported: 8 } as const;

/**
 * Reads an answer, which may be only text.
 * @param wantWords whether segments get the times of their words, if the answer has them
 * @throws {SpeechError} `engine_failed` if it is not a valid answer
 */
export function readAnswer(answer: unknown, clip: AnsweredClip, wantWords: boolean): ClipTranscript {
  // An HTML page instead of a transcript comes from a proxy.
  const read =
    typeof answer === 'string' && !/^\s*</.test(answer.replaceAll(CONTROL_TOKEN, '')) ? { text: answer } : answer;
  if (!Value.Check(Answer, read)) throw new SpeechError('engine_failed');
  const parts = read.segments ?? [];
  const placed = parts.length > 0 ? parts.map((part) => placePart(part, clip)) : [wholeClip(read.text, clip)];
  const words = [...(read.words ?? []), ...parts.flatMap((part) => part.words ?? [])].map((word) =>
    placeWord(word, clip),
  );
  const segments = placed.filter(({ text }) => text !== '' && !isEcho(text, clip.vocabulary));
  return {
    segments: wantWords ? segments.map((segment) => withWords(segment, words)) : segments,
    language: read.language === undefined || read.language === null ? null : languageCode(read.language),
  };
}

/** Whether the server distinguished speakers. */
export function hasSpeakers(answer: unknown): boolean {
  return Value.Check(Answer, answer) && (answer.segments ?? []).some(({ speaker }) => typeof speaker === 'string');
}

/** Whether the server returned the times of words. */
export function hasWords(answer: unknown): boolean {
  if (!Value.Check(Answer, answer)) return false;
  return [answer, ...(answer.segments ?? [])].some(({ words }) => (words ?? []).length > 0);
}

/** Whether the server recognized anything. */
export function hasText(answer: unknown): boolean {
  return (Value.Check(Answer, answer) ? answer.text : String(answer)).trim() !== '';
}

function placePart(part: Static<typeof Part>, clip: AnsweredClip): Segment {
  return {
    speaker: clip.speaker ?? part.speaker ?? null,
    ...placeTimes(part, clip),
    text: isInvented(part) ? '' : tidy(part.text, (part.compression_ratio ?? 0) > REPEATS),
  };
}

function placeWord(word: Static<typeof TimedWord>, clip: AnsweredClip): Word {
  return { text: clean(word.word), ...placeTimes(word, clip) };
}

/** Converts times relative to the clip to times of the recording, within the clip. */
function placeTimes(times: { start: number; end: number }, clip: AnsweredClip): { start: number; end: number } {
  const seconds = (value: number) => Math.min(clip.end, Math.max(clip.start, clip.start + value));
  const start = seconds(times.start);
  return { start, end: Math.max(start, seconds(times.end)) };
}

/** A segment with the words whose middle is in it, as its text writes them. Words that do not spell it are left out. */
function withWords(segment: Segment, words: readonly Word[]): Segment {
  const own = words.filter(({ text, start, end }) => {
    const middle = (start + end) / 2;
    return text !== '' && middle >= segment.start && middle <= segment.end;
  });
  const fitted = fitWords(segment.text, own);
  return fitted === undefined ? segment : { ...segment, words: fitted };
}

function wholeClip(text: string, { start, end, speaker }: AnsweredClip): Segment {
  return { speaker, start, end, text: tidy(text, false) };
}

function isInvented({ text, no_speech_prob, avg_logprob }: Static<typeof Part>): boolean {
  const noSpeech = no_speech_prob ?? 0;
  if (noSpeech > NO_SPEECH && (avg_logprob ?? 0) < UNSURE) return true;
  return noSpeech > DOUBTFUL_SPEECH && isHallucination(text);
}

function tidy(text: string, repeats: boolean): string {
  return collapseRepetition(removeSoundLabels(clean(text)), repeats ? LOOPS.reported : LOOPS.unreported);
}

/** Control tokens of Whisper's family, such as `<|0.00|>`. */
const CONTROL_TOKEN = /<\|[^|<>]*\|>/g;

/** Removes control tokens, control characters and lone surrogates, which JSON parsers do not expect. */
function clean(text: string): string {
  return text
    .replace(CONTROL_TOKEN, ' ')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

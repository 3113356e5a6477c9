import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isEcho, isHallucination } from '../hallucinations.ts';
import { collapseRepetition } from '../repetition.ts';
import { removeSoundLabels } from '../sound-labels.ts';
import { type Segment, SpeechError } from '../types.ts';

const Part = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  speaker: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  no_speech_prob: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  avg_logprob: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  compression_ratio: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});

/** The fields of an answer that are used: `json`, `verbose_json` and `diarized_json` of the OpenAI API have them. */
const Answer = Type.Object({
  text: Type.String(),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  segments: Type.Optional(Type.Union([Type.Array(Part), Type.Null()])),
});

/** Where the clip stands that was answered. */
export interface AnsweredClip {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null;
  readonly vocabulary: readonly string[];
}

/** What a server heard in a clip. */
export interface Heard {
  readonly segments: readonly Segment[];
  readonly language: string | null;
}

/** Whisper's own thresholds: above both a segment is silence; above the ratio it repeats itself. */
const NO_SPEECH = 0.8;
const UNSURE = -1;
const REPEATS = 2.4;
/** Where a phrase that models invent is taken for invented. */
const DOUBTFUL_SPEECH = 0.5;
const LOOP = 4;

/**
 * Reads an answer; a server that only knows text answers with that.
 * @throws {SpeechError} `engine_failed` when it is none
 */
export function readAnswer(answer: unknown, clip: AnsweredClip): Heard {
  // A page instead of a transcript comes from some proxy in between.
  const read = typeof answer === 'string' && !/^\s*</.test(answer) ? { text: answer } : answer;
  if (!Value.Check(Answer, read)) throw new SpeechError('engine_failed');
  const parts = read.segments ?? [];
  const heard = parts.length > 0 ? parts.map((part) => placePart(part, clip)) : [wholeClip(read.text, clip)];
  return {
    segments: heard.filter(({ text }) => text !== '' && !isEcho(text, clip.vocabulary)),
    language: read.language === undefined || read.language === null ? null : languageCode(read.language),
  };
}

function placePart(part: Static<typeof Part>, clip: AnsweredClip): Segment {
  const seconds = (value: number) => Math.min(clip.end, Math.max(clip.start, clip.start + value));
  const start = seconds(part.start);
  return {
    speaker: clip.speaker ?? part.speaker ?? null,
    start,
    end: Math.max(start, seconds(part.end)),
    text: isInvented(part) ? '' : tidy(part.text, (part.compression_ratio ?? 0) > REPEATS),
  };
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
  const said = removeSoundLabels(text);
  return repeats ? collapseRepetition(said, LOOP) : said;
}

/** Servers name languages in English (`german`) or by code (`de`, `de-AT`); null for what is neither. */
function languageCode(language: string): string | null {
  const name = language.trim().toLowerCase();
  const [primary = ''] = name.split(/[-_]/);
  return codesByName().get(name) ?? (/^[a-z]{2,3}$/.test(primary) ? primary : null);
}

let codes: ReadonlyMap<string, string> | undefined;

/** ISO 639-1 by English name in lower case. */
function codesByName(): ReadonlyMap<string, string> {
  codes ??= new Map(namedCodes());
  return codes;
}

function* namedCodes(): Generator<[name: string, code: string]> {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    // Some names also have the code that they had before: `iw` is `he`.
    if (name !== undefined && Intl.getCanonicalLocales(code)[0] === code) yield [name.toLowerCase(), code];
  }
}

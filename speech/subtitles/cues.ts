import type { Segment } from '../types.ts';
import type { Cue } from './write.ts';

/** Two lines of 42 characters, the maximum of many broadcasters. */
const MAX_LINE_CHARACTERS = 42;
const MAX_CUE_CHARACTERS = 2 * MAX_LINE_CHARACTERS;
const MAX_CUE_SECONDS = 7;
/** The share of a cue's maximum length after which the end of a sentence also ends the cue. */
const FULL_ENOUGH = 0.5;
const SENTENCE_END = /[.!?。！？…]["'”’)\]]*$/u;

interface TimedPiece {
  /** The text with the white space before it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits segments into cues of two short lines and a few seconds. Segments with word times are split at those; in
 * others, a word's time is estimated from its position in the text.
 */
export function cuesOf(segments: readonly Segment[]): Cue[] {
  return segments.flatMap((segment) => {
    const { speaker } = segment;
    return cut(piecesOf(segment)).map((pieces) => {
      const text = pieces.map((piece) => piece.text).join('');
      return { start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0, text: wrap(text.trim()), speaker };
    });
  });
}

function piecesOf({ text, words, start, end }: Segment): TimedPiece[] {
  if (words !== undefined) return words.map((word) => ({ ...word, text: ` ${word.text}` }));
  const parts = partsOf(text);
  const characters = Math.max(1, parts.join('').length);
  let before = 0;
  return parts.map((part) => {
    const at = (count: number) => start + ((end - start) * count) / characters;
    const piece = { text: part, start: at(before), end: at(before + part.length) };
    before += part.length;
    return piece;
  });
}

/**
 * Splits a text into words with the white space before them. Longer ones than a line, as in scripts without spaces, are
 * split by their language's words.
 */
function partsOf(text: string): string[] {
  const trimmed = text.trimEnd();
  const words = trimmed === '' ? [] : trimmed.split(/(?<=\S)(?=\s)/u);
  return words.flatMap((part) =>
    part.length <= MAX_LINE_CHARACTERS ? [part] : [...segmenter().segment(part)].map(({ segment }) => segment),
  );
}

let wordSegmenter: Intl.Segmenter | undefined;
function segmenter(): Intl.Segmenter {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return wordSegmenter;
}

function cut(pieces: readonly TimedPiece[]): TimedPiece[][] {
  const cues: TimedPiece[][] = [];
  let current: TimedPiece[] = [];
  let characters = 0;
  for (const piece of pieces) {
    const first = current[0];
    const seconds = first === undefined ? 0 : piece.end - first.start;
    const tooLong = characters + piece.text.length > MAX_CUE_CHARACTERS || seconds > MAX_CUE_SECONDS;
    const complete = characters > MAX_CUE_CHARACTERS * FULL_ENOUGH && SENTENCE_END.test(current.at(-1)?.text ?? '');
    if (first !== undefined && (tooLong || complete)) {
      cues.push(current);
      current = [];
      characters = 0;
    }
    current.push(piece);
    characters += piece.text.length;
  }
  return current.length > 0 ? [...cues, current] : cues;
}

/** Breaks a text that does not fit one line at the space nearest to its middle. */
function wrap(text: string): string {
  if (text.length <= MAX_LINE_CHARACTERS) return text;
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/\s/gu)].map(({ index }) => index);
  const nearest = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
  return nearest === undefined ? text : `${text.slice(0, nearest)}\n${text.slice(nearest + 1)}`;
}

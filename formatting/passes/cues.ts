import type { Token } from '../token.ts';
import { phraseAt } from './pass.ts';

interface Cue {
  readonly words: readonly string[];
  /** True if the cue always corrects. The others have other meanings too ("two actually nice people"). */
  readonly sure: boolean;
}

const cues = (sure: boolean, phrases: string): Cue[] =>
  phrases.split('|').map((cue) => ({ words: cue.split(' '), sure }));

/** Words that announce a correction, longest first. */
const CUES: readonly Cue[] = [
  ...cues(
    true,
    'no wait make that|no actually make that|actually no make that|sorry make that|actually make that|no make that|oh wait no|no wait no|wait make that|oh no wait|wait no|no wait|no sorry|sorry no|no hang on|no hold on|oh hang on|oh hold on|oh sorry|make that|no actually|actually no|sorry i mean|no i mean|i meant|scratch that|strike that',
  ),
  ...cues(false, 'i mean|correction|actually|hang on|hold on|sorry|or rather|no'),
].sort((first, second) => second.words.length - first.words.length);
/** The first words of all cues. */
export const CUE_STARTS = new Set(CUES.map(({ words }) => words[0] ?? ''));

/** Marks that the recognizer puts at a pause before a cue. */
export const PAUSES = new Set([',', '.', '…', '...', '–', '-', ';']);

/** A cue in a text. */
export interface FoundCue {
  readonly end: number;
  readonly sure: boolean;
  /** A full stop precedes the cue, so a new sentence may have started. */
  readonly stopped: boolean;
  /** "I mean" may also define a word: "when I say ten, I mean ten". */
  readonly defining: boolean;
  /** "No" may also deny one item after another. */
  readonly denies: boolean;
}

/** Reads a cue, also with commas between its words ("no, wait"). Between pauses every cue corrects. */
export function readCue(tokens: readonly Token[], start: number): FoundCue | undefined {
  const before = tokens[start - 1];
  const paused = before?.kind === 'mark' && !before.spoken && PAUSES.has(before.text);
  for (const { words, sure } of CUES) {
    let index = start;
    for (const [at, word] of words.entries()) {
      if (at > 0 && tokens[index]?.text === ',') index += 1;
      if (!phraseAt(tokens, index, [word])) break;
      index += 1;
      if (at < words.length - 1) continue;
      const parted = /^(?:,|\.{2,}|…|:)$/u.test(tokens[index]?.text ?? '');
      const stopped = before?.text === '.';
      const [first = '', last] = [words[0], words.at(-1)];
      // "I need six, I mean sixteen chairs": an item directly before the pause and after the cue.
      const meant = last === 'mean' && before?.text === ',';
      return {
        end: parted ? index + 1 : index,
        sure: first !== 'or' && (sure || meant || (parted && paused)),
        stopped,
        defining: last === 'mean',
        denies: words.length === 1 && first === 'no',
      };
    }
  }
  return undefined;
}

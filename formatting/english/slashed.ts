import type { Token } from '../token.ts';
import type { Written } from './number-context.ts';
import { type Phrase, readPhrase } from './number-run.ts';

/** The parts of a date. */
const MAX_PARTS = 3;

/** Reads numbers joined by slashes without spaces: "three/fifteen/twenty twenty four", "twenty four/seven". */
export function readSlashed(tokens: readonly Token[], start: number): Written | undefined {
  const parts: string[] = [];
  let index = start;
  for (;;) {
    const phrase: Phrase | undefined = readPhrase(tokens, index);
    const part = phrase?.pieces === undefined || phrase.joined ? undefined : partOf(phrase);
    if (phrase === undefined || part === undefined) return undefined;
    parts.push(part);
    index = phrase.end;
    const mark = tokens[index];
    const dashed = isDashed(parts, mark);
    const slashed = mark?.text === '/' && !mark.spaced && tokens[index + 1]?.spaced === false;
    if (!(dashed || slashed) || parts.length === MAX_PARTS) break;
    index += 1;
  }
  if (tokens[index - 1]?.kind === 'mark' || parts.length < 2) return undefined;
  const iso = /^\d{4}$/u.test(parts[0] ?? '') && tokens.slice(start, index).some(({ text }) => text === '–');
  if (iso)
    return parts.length === MAX_PARTS
      ? { text: parts.map((part) => part.padStart(2, '0')).join('-'), end: index }
      : undefined;
  return { text: parts.join('/'), end: index };
}

/** Whether a spoken dash follows a year: "twenty twenty four dash oh three dash fifteen". */
function isDashed(parts: readonly string[], mark: Token | undefined): boolean {
  return mark?.spoken === true && mark.text === '–' && /^\d{4}$/u.test(parts[0] ?? '');
}

function partOf({ pieces = [] }: Phrase): string | undefined {
  const [first, second] = pieces;
  if (pieces.length === 1 && first?.kind === 'number') return first.digits;
  if (pieces.length > 2 || second?.kind !== 'number') return undefined;
  if (first?.kind === 'zero' && second.digits.length === 1) return `0${second.digits}`;
  return first?.kind === 'number' && first.digits.length === 2 && second.digits.length === 2
    ? first.digits + second.digits
    : undefined;
}

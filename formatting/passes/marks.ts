import { type Token, withSpace } from '../token.ts';
import { type Pass, startsLine } from './pass.ts';

/** The strength of each mark. Of several marks in a row, the strongest one stays. */
const STRENGTH: ReadonlyMap<string, number> = new Map([
  [',', 1],
  [';', 2],
  [':', 3],
  ['.', 4],
  ['…', 5],
  ['...', 5],
  ['?', 6],
  ['!', 6],
]);
/** At the start of a line, a weaker mark is only a pause. */
const PAUSE_BELOW = 5;
/** Marks without a space before them. */
const ATTACHED = new Set([',', '.', ';', ':', '!', '?', '…', ')', ']', '}']);
/** Marks with a space before them in French. */
const TALL = new Set([';', ':', '!', '?', '»']);

/**
 * Keeps one of several marks in a row: a spoken one rather than the recognizer's, then the strongest ("Hello,,"
 * "it.,"). Removes pause marks at the start of a line, and white space before marks.
 */
export const tidyMarks: Pass = (tokens, { language, place }) => {
  // "git add ." and "./run" do not end sentences.
  if (place.kind === 'code') return tokens;
  const continuesText = (place.before ?? '').trim() !== '';
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const end = endOfRun(tokens, index);
    if (end === index) {
      const attached = current.kind === 'mark' && ATTACHED.has(current.text) && out.at(-1)?.kind !== 'break';
      out.push(attached ? attach(current, language.code, tokens[index + 1]) : current);
      index += 1;
      continue;
    }
    const run = tokens.slice(index, end);
    const best = strongest(run);
    const leads = startsLine(out, out.length) && best.every((of) => strengthOf(of) < PAUSE_BELOW);
    if (!leads || (continuesText && out.length === 0)) {
      out.push(...best.map((of) => attach(of, language.code, tokens[end])));
    }
    index = end;
  }
  return out;
};

function endOfRun(tokens: readonly Token[], start: number): number {
  let end = start;
  while (strengthOf(tokens[end]) > 0) end += 1;
  return end;
}

function strengthOf(of: Token | undefined): number {
  if (of?.kind !== 'mark') return 0;
  return STRENGTH.get(of.text) ?? STRENGTH.get(/^(?:!+|\?+)$/u.test(of.text) ? (of.text[0] ?? '') : '') ?? 0;
}

/** The marks to keep, at most two: "?!" is intended, "??" is a repetition. */
function strongest(run: readonly Token[]): readonly Token[] {
  const spoken = run.some((of) => of.spoken);
  const best: Token[] = [];
  let most = 0;
  for (const of of run) {
    const strength = strengthOf(of);
    if (strength < most || (spoken && !of.spoken)) continue;
    if (strength > most) best.length = 0;
    most = strength;
    if (best.length < 2 && best[0]?.text !== of.text) best.push(of);
  }
  return most === STRENGTH.get('?') ? best : best.slice(0, 1);
}

function attach(of: Token, language: string | undefined, next: Token | undefined): Token {
  if (!of.spaced || (language === 'fr' && TALL.has(of.text))) return of;
  // ".NET" and ":)" keep the space before them.
  return next?.kind === 'word' && !next.spaced && (of.text === '.' || of.text === ':') ? of : withSpace(of, false);
}

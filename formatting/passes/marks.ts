import { type Token, withSpace } from '../token.ts';
import { type Pass, startsLine } from './pass.ts';

/** Of several marks in a row the strongest stays. */
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
/** Marks that are written without a space before them. */
const ATTACHED = new Set([',', '.', ';', ':', '!', '?', '…', ')', ']', '}']);
/** French sets a space before its tall marks. */
const TALL = new Set([';', ':', '!', '?', '»']);

/**
 * Makes one mark of several in a row: a spoken one outranks the recognizer's, a stronger one a weaker ("Hello,," "it.,").
 * Takes off a pause's mark where a line begins, and the white space before marks.
 */
export const tidyMarks: Pass = (tokens, { language, place }) => {
  const goesOn = (place.before ?? '').trim() !== '';
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
    const leads = startsLine(out, out.length) && run.every(({ text }) => (STRENGTH.get(text) ?? 6) < 5);
    if (!leads || (goesOn && out.length === 0 && run.some(({ spoken }) => spoken))) {
      out.push(...strongest(run).map((of) => attach(of, language.code, tokens[end])));
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

function strongest(run: readonly Token[]): readonly Token[] {
  const spoken = run.filter((of) => of.spoken);
  const candidates = spoken.length > 0 ? spoken : run;
  const most = Math.max(...candidates.map(strengthOf));
  const best = candidates.filter((of) => strengthOf(of) === most);
  // "?!" is meant; "??" said twice is not.
  const distinct = best.filter((of, at) => best.findIndex(({ text }) => text === of.text) === at);
  return most === 6 ? distinct.slice(0, 2) : distinct.slice(0, 1);
}

function attach(of: Token, language: string | undefined, next: Token | undefined): Token {
  if (!of.spaced || (language === 'fr' && TALL.has(of.text))) return of;
  // ".NET" and ":)" stand apart from the word before them.
  return next?.kind === 'word' && !next.spaced && (of.text === '.' || of.text === ':') ? of : withSpace(of, false);
}

import { readFileSync } from 'node:fs';
import { formatByRules } from '../formatting/pipeline.ts';
import { compareRewrites, type SetRewrite } from './rewrite-set.ts';
import { type Figure, print } from './support/report.ts';

/** A dictated text with what a careful writer would have typed. */
interface SetText {
  readonly id: string;
  readonly language?: string;
  readonly raw: string;
  readonly expected: string;
  /** Other texts that are as good. */
  readonly also_fine?: readonly string[];
  /** The place of the text: `message`, `email`, `terminal`, `code`. */
  readonly field?: string;
  readonly dictionary?: readonly string[];
  readonly trap?: string | null;
}

/** The part of a difference that a reader looks at first: words, or only marks, case and line breaks. */
type Outcome = 'equal' | 'acceptable' | 'words differ' | 'marks or case differ' | 'as said';

const SHOWN: readonly Outcome[] = ['words differ', 'as said', 'marks or case differ'];

/**
 * `bun run bench format --set texts.json`: formats each text of the set by rules and compares it with what was expected.
 * Prints every text that differs, the most suspicious first, so that a reader can tell a harmful edit from a missed one:
 * words that differ from both the dictation and the expected text come first, then words left as they were said. Counts
 * texts that a second run would change. A set of rewrites (`source`, `rewrite`, `verdict`) is checked instead.
 */
export function compareSet(path: string): readonly Figure[] {
  const set = JSON.parse(readFileSync(path, 'utf8')) as readonly SetText[] | readonly SetRewrite[];
  if (isRewrites(set)) return compareRewrites(set);
  const texts = set;
  const results = texts.map(resultOf);
  for (const outcome of SHOWN) {
    for (const { text, written, outcome: own } of results) if (own === outcome) printDifference(text, written, outcome);
  }
  const unstable = results.filter(({ stable }) => !stable);
  for (const { text } of unstable) print(`${text.id}: a second run changes the text`);
  const count = (name: string, found: number): Figure => ({ name, value: found, unit: `of ${texts.length}` });
  const outcomes: readonly Outcome[] = ['equal', 'acceptable', ...SHOWN];
  return [
    ...outcomes.map((outcome) => count(outcome, results.filter((result) => result.outcome === outcome).length)),
    { ...count('changed by a second run', unstable.length), goal: { atMost: 0 } },
  ];
}

function isRewrites(set: readonly SetText[] | readonly SetRewrite[]): set is readonly SetRewrite[] {
  const [first] = set;
  return first !== undefined && 'verdict' in first;
}

function resultOf(text: SetText) {
  const written = format(text.raw, text);
  return { text, written, outcome: outcomeOf(text, written), stable: format(written, text) === written };
}

function outcomeOf({ raw, expected, also_fine = [] }: SetText, written: string): Outcome {
  if (written === expected) return 'equal';
  if (also_fine.includes(written)) return 'acceptable';
  const [words, said] = [wordsOf(written), wordsOf(raw)];
  if ([expected, ...also_fine].some((fine) => wordsOf(fine) === words)) return 'marks or case differ';
  return words === said ? 'as said' : 'words differ';
}

function printDifference({ id, raw, expected, trap }: SetText, written: string, outcome: Outcome): void {
  const lines = [`said     ${show(raw)}`, `written  ${show(written)}`, `expected ${show(expected)}`];
  if (trap) lines.push(`trap     ${trap}`);
  print(`${id}: ${outcome}\n  ${lines.join('\n  ')}`);
}

function format(text: string, { language, field, dictionary }: SetText): string {
  return formatByRules({
    text,
    language,
    dictionary: dictionary === undefined ? undefined : JSON.stringify(dictionary),
    context: field === undefined ? undefined : JSON.stringify({ field }),
  });
}

/** The letters and digits of a text in lower case, one space between words. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

/** A text on one line. */
function show(text: string): string {
  return text.replaceAll('\n', '⏎');
}

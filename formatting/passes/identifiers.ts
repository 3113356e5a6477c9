import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { type Pass, phraseAt, type Scope } from './pass.ts';

type Shape = (words: readonly string[]) => string;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal: Shape = (words) => words.map(capital).join('');

/** How the words of an identifier are joined, by its spoken prefix. */
const SHAPES: readonly (readonly [phrase: readonly string[], shape: Shape])[] = [
  [['screaming', 'snake', 'case'], (words) => words.join('_').toUpperCase()],
  [['constant', 'case'], (words) => words.join('_').toUpperCase()],
  [['upper', 'camel', 'case'], pascal],
  [['pascal', 'case'], pascal],
  [['camel', 'case'], (words) => words.map((word, at) => (at === 0 ? word : capital(word))).join('')],
  [['snake', 'case'], (words) => words.join('_')],
  [['kebab', 'case'], (words) => words.join('-')],
  [['dash', 'case'], (words) => words.join('-')],
];
const STARTS = new Set(SHAPES.map(([phrase]) => phrase[0] ?? ''));
/** Words that announce a name. In prose the command needs one of them: "a function called camel case get user". */
const NAMING = wordSet(
  'called named variable function method class constant property field branch file column table parameter argument module hook component prop key',
);
/** Words before the prefix that make it a noun even in code: "use snake case". */
const NOUN_BEFORE = wordSet('the in to use uses using prefer with of from not a as is like into');
/** Words that end an identifier. */
const CLOSING = wordSet(
  'is are was were equals equal that which who and or but in on to for from with of the a an as at by then than when while returns return takes please plus minus dot comma colon semicolon period dash underscore slash open close new next end should will would can must has have instead everywhere here rather because if else so not',
);
/** Words that may start an identifier in code: `isValid`, `onClick`. */
const LEADING = wordSet('is has can should will must on to from with not new open close next as');
const MAX_WORDS = 6;
const PLAIN = /^[\p{L}\p{N}]+$/u;

/**
 * Joins the words after "camel case", "snake case", "kebab case", "pascal case" or "constant case" to an identifier.
 */
export const writeIdentifiers: Pass = (tokens, scope) => {
  if (!scope.language.english) return tokens;
  const out: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const current = tokens[index];
    if (current === undefined) break;
    const found = STARTS.has(current.key) ? findIdentifier(tokens, index, scope) : undefined;
    out.push(found === undefined ? current : token('atom', found.text, current.spaced));
    index = found?.end ?? index + 1;
  }
  return out;
};

function findIdentifier(tokens: readonly Token[], start: number, { place }: Scope) {
  const shape = SHAPES.find(([phrase]) => phraseAt(tokens, start, phrase));
  const before = tokens[start - 1]?.key ?? '';
  if (shape === undefined || NOUN_BEFORE.has(before) || (place.kind !== 'code' && !NAMING.has(before)))
    return undefined;
  const first = start + shape[0].length;
  let end = first;
  while (end - first < MAX_WORDS && isPart(tokens[end], place.kind === 'code' && end === first)) end += 1;
  if (end - first < 2) return undefined;
  return { text: shape[1](tokens.slice(first, end).map(({ key }) => key)), end };
}

function isPart(of: Token | undefined, leads: boolean): boolean {
  if (of?.kind !== 'word' || !of.spaced || !PLAIN.test(of.key) || STARTS.has(of.key)) return false;
  return !CLOSING.has(of.key) || (leads && LEADING.has(of.key));
}

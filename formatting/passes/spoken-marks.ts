import type { AppKind } from '../context.ts';
import { isFrequentEnglish } from '../english/common-words.ts';
import { isEnglishCommand, standsFree } from '../english/mark-nouns.ts';
import { SPOKEN_MARKS, type SpokenMark } from '../english/spoken-marks.ts';
import { commandsOf } from '../languages/commands.ts';
import { SPANISH } from '../languages/spanish.ts';
import { isSpanishVerb } from '../languages/spanish-verbs.ts';
import type { Commands } from '../languages/types.ts';
import { type Token, token, withSpace } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { CODE_MARKS, placeInCode } from './code-marks.ts';
import { isMentioned, isWordInCode } from './code-words.ts';
import { commandsIn, type Finder } from './mark-evidence.ts';
import { type Pass, phraseAt, type Scope } from './pass.ts';

/** Endings after a spoken apostrophe: "anna apostrophe s". */
const CONTRACTED = new Set(['s', 't', 're', 'll', 've', 'd', 'm']);
/** Marks with a space before them in French. */
const TALL = new Set([';', ':', '!', '?']);

/** Words after which a slash starts a path. */
const PATH_BEFORE = wordSet('at in to from under is on of into path folder directory file');

type ByFirstWord = ReadonlyMap<string, readonly SpokenMark[]>;

const byFirstWord = (marks: readonly SpokenMark[]): ByFirstWord => Map.groupBy(marks, ({ words }) => words[0] ?? '');
const ENGLISH = byFirstWord(SPOKEN_MARKS);
const CODE = byFirstWord([...CODE_MARKS, ...SPOKEN_MARKS]);
const OTHERS = new Map<Commands, ByFirstWord>();

/** Writes marks by their spoken names ("comma", "question mark"), unless the name is a noun ("the trial period"). */
export const writeSpokenMarks: Pass = (tokens, scope) => {
  const finder = finderOf(scope);
  if (finder === undefined || !tokens.some(({ key }) => finder.starts(key))) return tokens;
  const out: Token[] = [];
  const meant = commandsIn(tokens, finder, scope);
  let glueNext = false;
  let noun = -1;
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const found = finder.starts(current.key) ? finder.find(tokens, index, out) : undefined;
    if (found?.command === false && found.named.mark === '.') noun = index;
    // "A trial period period": the first name is a noun, so the second one is no repetition.
    else if (found !== undefined && noun !== index - 1 && isNamedAgain(tokens, index, found.named, scope))
      found.command = false;
    if (found?.command === true && !meant(index, found.named)) found.command = false;
    if (found === undefined || !found.command) {
      // A longer name that is a noun stays whole: the "dash" of "the em dash" is no command.
      const last = index + (found?.named.words.length ?? 1) - 1;
      out.push(glueNext ? withSpace(current, false) : current);
      for (let at = index + 1; at <= last; at += 1) if (tokens[at] !== undefined) out.push(tokens[at] ?? current);
      index = last;
      glueNext = false;
      continue;
    }
    const { named } = found;
    index += named.words.length - 1;
    const next = tokens[index + 1];
    if (named.mark === "'" && next !== undefined && CONTRACTED.has(next.key) && joinContraction(out, next)) {
      index += 1;
      continue;
    }
    dropPauses(out, named);
    out.push(token('mark', named.mark, isApart(named, out, scope) && !glueNext, true));
    glueNext = named.attaches === 'right' || named.attaches === 'both';
    // The recognizer's comma after the name is a pause: "open quote, hello, close quote, and".
    if (next?.text === ',' && (glueNext || named.explicit)) index += 1;
    // The recognizer's full stop after the name starts no sentence: "it was late. Comma. Too late".
    const falseStart = next?.text === '.' && /^[,;:–]$/u.test(named.mark) ? tokens[index + 2] : undefined;
    if (falseStart?.kind === 'word' && isFrequentEnglish(falseStart.key) && falseStart.key !== 'i') {
      out.push(token('word', falseStart.key, true));
      index += 2;
    }
  }
  return out;
};

/**
 * Whether the same name precedes or follows: "dash dash verbose" is an option, and "comma comma comma chameleon" a pun.
 * In code, repeated signs are commands.
 */
function isNamedAgain(tokens: readonly Token[], index: number, { words }: SpokenMark, { place }: Scope): boolean {
  if (place.kind === 'code' || words.length > 1) return false;
  return (
    phraseAt(tokens, index + words.length, words) ||
    (index >= words.length && phraseAt(tokens, index - words.length, words))
  );
}

/** How marks are found in the language of the text. Undefined if the language has none. */
function finderOf({ language, place }: Scope): Finder | undefined {
  const continuesText = (place.before ?? '').trim() !== '';
  if (language.english) return englishFinder(place.kind, continuesText);
  const commands = commandsOf(language);
  if (commands === undefined) return undefined;
  const names = OTHERS.get(commands) ?? byFirstWord(commands.marks);
  OTHERS.set(commands, names);
  const find: Finder['find'] = (tokens, index, out) => {
    const named = longestAt(names, tokens, index);
    if (named === undefined) return undefined;
    const end = index + named.words.length;
    const command =
      standsFree(tokens, index, end, named, continuesText) && !isForeignNoun(tokens, index, out, named, commands);
    return { named, command };
  };
  return { starts: (key) => names.has(key), find };
}

function englishFinder(kind: AppKind, continuesText: boolean): Finder {
  const names = kind === 'code' ? CODE : ENGLISH;
  const find: Finder['find'] = (tokens, index, out) => {
    const named = longestAt(names, tokens, index);
    if (named === undefined) return undefined;
    const end = index + named.words.length;
    if (kind === 'code') {
      if (isMentioned(tokens, end, out) || isWordInCode(named, tokens, index, out)) return { named, command: false };
      const placed = placeInCode(named, tokens, index, out);
      if (placed !== undefined) return { named: placed, command: true };
    }
    const command = standsFree(tokens, index, end, named, continuesText) && isEnglishCommand(tokens, end, out, named);
    if (CODE_MARKS.includes(named)) return undefined;
    // "at slash home slash user" is a path from the root.
    const root = named.mark === '/' && PATH_BEFORE.has(out.at(-1)?.key ?? '');
    return { named: root ? { ...named, attaches: 'right' } : named, command };
  };
  return { starts: (key) => names.has(key), find };
}

/** The longest name at a token: the tables list longer names first. */
function longestAt(names: ByFirstWord, tokens: readonly Token[], index: number): SpokenMark | undefined {
  return names.get(tokens[index]?.key ?? '')?.find(({ words }) => phraseAt(tokens, index, words));
}

/** The number of words ahead that may show an address. */
const ADDRESS_REACH = 4;

const FOREIGN_ARTICLES = wordSet('el un los las le un les');

function isForeignNoun(
  tokens: readonly Token[],
  index: number,
  out: readonly Token[],
  named: SpokenMark,
  commands: Commands,
): boolean {
  const end = index + named.words.length;
  // "Punto y aparte" is a break; "ana punto garcía arroba" is part of an address.
  if (commands.layout.some(({ words }) => words.length > named.words.length && phraseAt(tokens, index, words)))
    return true;
  if (tokens.slice(end, end + ADDRESS_REACH).some(({ key }) => commands.addresses.at.has(key))) return true;
  const previous = out.at(-1)?.key ?? '';
  const next = tokens[end]?.key ?? '';
  // "Tres coma cinco" is a number.
  if (commands.isNumber(previous) && commands.isNumber(next)) return true;
  if (named.before?.has(previous) || named.after?.has(next)) return true;
  if (commands === SPANISH && isSpanishVerb(tokens, index)) return true;
  // "El punto y coma" is a noun: no clause ends with an article.
  if (named.words.length > 2) return FOREIGN_ARTICLES.has(previous);
  if (named.words.length > 1) return commands.before.has(previous);
  return commands.before.has(previous) || commands.after.has(next);
}

function isApart(named: SpokenMark, out: readonly Token[], { language, place }: Scope): boolean {
  if (language.code === 'fr' && TALL.has(named.mark)) return true;
  if (named.attaches !== 'right' && named.attaches !== 'none') return false;
  // "&&" and "--" on a command line have no space inside.
  const last = out.at(-1);
  return !(place.kind === 'code' && last?.spoken === true && last.text === named.mark);
}

/** Removes the recognizer's mark before the name: "send it, comma, please". */
function dropPauses(out: Token[], named: SpokenMark): void {
  const last = out.at(-1);
  const pause = last?.kind === 'mark' && !last.spoken && (last.text === ',' || last.text === '.');
  if (pause && named.attaches !== 'right' && !(named.attaches === 'none' && last.text === '.')) out.pop();
}

function joinContraction(out: Token[], ending: Token): boolean {
  const last = out.at(-1);
  if (last?.kind !== 'word' && last?.kind !== 'atom') return false;
  out[out.length - 1] = token(last.kind, `${last.text}'${ending.text.toLowerCase()}`, last.spaced);
  return true;
}

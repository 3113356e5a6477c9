import { isKnownEnglish } from '../english/common-words.ts';
import { isEnglishWord } from '../english/proper-names.ts';
import { NOUN_BEFORE } from '../english/spoken-marks.ts';
import { commandsOf } from '../languages/commands.ts';
import type { Commands, LayoutName } from '../languages/types.ts';
import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isJoined, isTerminal, type Pass, phraseAt, startsLine } from './pass.ts';

interface LayoutCommand {
  readonly words: readonly string[];
  readonly text: '\n' | '\n\n';
  /** Words after the command that make it a noun. */
  readonly after: ReadonlySet<string>;
}

const NOUNS = new Set([
  'of',
  'item',
  'items',
  'manager',
  'managers',
  'character',
  'characters',
  'symbol',
  'break',
  'formatting',
  'style',
  'is',
  'was',
  'are',
  'or',
]);
const COMMANDS: readonly LayoutCommand[] = [
  { words: ['new', 'paragraph'], text: '\n\n', after: NOUNS },
  { words: ['next', 'paragraph'], text: '\n\n', after: NOUNS },
  { words: ['new', 'line'], text: '\n', after: NOUNS },
  { words: ['next', 'line'], text: '\n', after: NOUNS },
  { words: ['newline'], text: '\n', after: NOUNS },
];
/** More words before "new line" that make it a noun: "a brand new line", "start new lines". */
const BEFORE = new Set([
  'brand',
  'whole',
  'entire',
  'entirely',
  'completely',
  'totally',
  'exciting',
  'shiny',
  'additional',
  'leading',
  'last',
  'final',
  'single',
  'first',
]);
/** First words of a line that keeps its comma: "Dear Ana,". */
const SALUTATIONS = wordSet(
  'dear hi hello hey querido querida hola estimado estimada saludos cher chère bonjour salut cordialement liebe lieber hallo sehr grüße gruß viele good best kind warm regards thanks thank cheers sincerely yours love cordially respectfully warmly',
);
const SALUTATION_WORDS = 5;
/** Commands that also end the sentence. */
const ENDING = new Set(['punto y aparte', 'point à la ligne']);

/** Writes spoken line and paragraph breaks and removes the pause marks around them. */
export const writeLayout: Pass = (given, { language }) => {
  const other = language.english ? undefined : commandsOf(language);
  if (!language.english && other === undefined) return given;
  const tokens = language.english ? splitGlued(given) : given;
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const command = other === undefined ? findCommand(tokens, index) : findForeign(tokens, index, other);
    if (command === undefined) {
      out.push(current);
      continue;
    }
    index += command.words.length - 1;
    while (isPause(tokens[index + 1])) index += 1;
    if (out.at(-1)?.text === ',' && isPause(out.at(-1)) && !isSalutation(out)) out.pop();
    if (ENDING.has(command.words.join(' ')) && !isTerminal(out.at(-1))) out.push(token('mark', '.', false, true));
    pushBreak(out, command.text);
  }
  return out;
};

/** The last word of a command and the next word, written as one by the recognizer: "new lineIvo", "bullet pointtwo". */
const GLUED = /^(line|paragraph|point)(\p{L}{2,})$/iu;
const BEFORE_GLUED: ReadonlyMap<string, string> = new Map([
  ['new', 'line paragraph'],
  ['next', 'line paragraph'],
  ['bullet', 'point'],
]);

function splitGlued(tokens: readonly Token[]): readonly Token[] {
  const isGlued = ({ kind, key }: Token, index: number) => {
    const before = kind === 'word' ? BEFORE_GLUED.get(tokens[index - 1]?.key ?? '') : undefined;
    const command = before === undefined ? undefined : GLUED.exec(key)?.[1];
    return command !== undefined && before?.split(' ').includes(command) === true && !isEnglishWord(key);
  };
  if (!tokens.some(isGlued)) return tokens;
  return tokens.flatMap((of, index) => {
    const [, command = '', rest = ''] = (isGlued(of, index) ? GLUED.exec(of.text) : null) ?? [];
    const isNext = /^\p{Lu}/u.test(rest) || isKnownEnglish(rest.toLowerCase());
    return isNext ? [token('word', command, of.spaced), token('word', rest)] : [of];
  });
}

function findCommand(tokens: readonly Token[], index: number): LayoutCommand | undefined {
  const first = tokens[index]?.key ?? '';
  if (first !== 'new' && first !== 'next' && first !== 'newline') return undefined;
  const previous = tokens[index - 1]?.key ?? '';
  if (NOUN_BEFORE.has(previous) || BEFORE.has(previous) || isJoined(tokens, index)) return undefined;
  // "She forgot her next line on stage", "Next line, please": of a play.
  if (first === 'next' && (previous === 'her' || isRequested(tokens, index + 2))) return undefined;
  return COMMANDS.find(({ words, after }) => {
    const end = index + words.length;
    return phraseAt(tokens, index, words) && !after.has(tokens[end]?.key ?? '') && !isJoined(tokens, end - 1);
  });
}

/** Whether "please" follows. */
function isRequested(tokens: readonly Token[], end: number): boolean {
  return tokens[tokens[end]?.text === ',' ? end + 1 : end]?.key === 'please';
}

function findForeign(tokens: readonly Token[], index: number, commands: Commands): LayoutName | undefined {
  const previous = tokens[index - 1]?.key ?? '';
  if (commands.before.has(previous) || commands.layoutBefore.has(previous) || isJoined(tokens, index)) return undefined;
  return commands.layout.find(({ words }) => {
    const end = index + words.length;
    const next = tokens[end]?.key ?? '';
    if (commands.after.has(next) || commands.layoutAfter.has(next)) return false;
    return phraseAt(tokens, index, words) && !isJoined(tokens, end - 1);
  });
}

/** Adds a break. Of two breaks in a row, the larger one stays. */
function pushBreak(out: Token[], text: '\n' | '\n\n'): void {
  const last = out.at(-1);
  if (last?.kind !== 'break') out.push(token('break', text, false, true));
  else if (text === '\n\n') out[out.length - 1] = token('break', text, false, true);
}

function isPause(of: Token | undefined): boolean {
  return (
    of?.kind === 'mark' && !of.spoken && (of.text === ',' || of.text === '.' || of.text === ';' || of.text === ':')
  );
}

function isSalutation(out: readonly Token[]): boolean {
  let start = out.length - 1;
  while (start > 0 && out[start - 1]?.kind !== 'break' && out.length - start <= SALUTATION_WORDS + 1) start -= 1;
  const words = out.slice(start).filter(({ kind }) => kind === 'word');
  return words.length <= SALUTATION_WORDS && SALUTATIONS.has(words[0]?.key ?? '');
}

/**
 * Merges two breaks into a paragraph break. Removes breaks at the end, and at the start unless the text continues
 * another one.
 */
export const tidyBreaks: Pass = (tokens, { place }) => {
  const out: Token[] = [];
  const continuesText = (place.before ?? '').trim() !== '';
  for (const of of tokens) {
    if (of.kind !== 'break') out.push(of);
    else if (out.at(-1)?.kind === 'break') out[out.length - 1] = token('break', '\n\n', false, true);
    else if (out.length > 0 || continuesText) out.push(of);
  }
  if (out.at(-1)?.kind === 'break') out.pop();
  return out.flatMap((of, index) =>
    startsLine(out, index) ? toBullet(out, index) : isBulletEnd(out, index) ? [] : [of],
  );
};

/** Makes a bullet of a dash, or of a number and its mark, that starts a line and is followed by white space. */
function toBullet(tokens: readonly Token[], index: number): readonly Token[] {
  const of = tokens[index];
  const next = tokens[index + 1];
  if (of === undefined || next === undefined) return of === undefined ? [] : [of];
  if (of.kind === 'mark' && /^[-•*]$/u.test(of.text) && next.spaced) return [token('bullet', of.text, false)];
  return isBulletEnd(tokens, index + 1) ? [token('bullet', of.text + next.text, false)] : [of];
}

/** Whether the token is the mark of "1." or "1)" at the start of a line. */
function isBulletEnd(tokens: readonly Token[], index: number): boolean {
  const of = tokens[index];
  const number = tokens[index - 1];
  if (of?.kind !== 'mark' || of.spaced || !/^[.)]$/u.test(of.text) || tokens[index + 1]?.spaced !== true) return false;
  return /^\d{1,3}$/u.test(number?.text ?? '') && startsLine(tokens, index - 1) && tokens[index - 2]?.kind !== 'bullet';
}

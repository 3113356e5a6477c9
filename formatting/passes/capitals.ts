import { isFrequentEnglish, isKnownEnglish } from '../english/common-words.ts';
import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isJoined, isTerminal, type Pass, type Scope, startsLine } from './pass.ts';

/** English words that are always capitalized and are no other word (unlike "may", "polish", "turkey"). */
const PROPER = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december ' +
    'english french german spanish italian portuguese russian japanese korean arabic hebrew hindi dutch swedish norwegian finnish greek ukrainian ' +
    'american british european african asian australian canadian mexican brazilian indian irish scottish ' +
    'america europe africa asia australia canada mexico brazil germany france spain italy portugal england scotland ireland britain russia ukraine japan korea india ' +
    'christmas easter halloween london paris berlin'
  ).split(' '),
);
/** Words after which "may" and "march" are months. */
const MONTH_BEFORE = wordSet('in since until by last next during early late mid of');
/** Abbreviations: a full stop after one does not end a sentence. */
const ABBREVIATIONS = wordSet('mr mrs ms dr prof st vs etc no inc ltd jr sr approx dept est fig vol eg ie cf al');
const GREETINGS = new Set(['dear', 'hi', 'hello', 'hey']);
const GREETED = wordSet(
  'everyone everybody folks guys mate mates dude sweetie darling honey ladies gentlemen colleagues',
);
const CASED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/**
 * Capitalizes the first word of sentences, paragraphs and list items, "I", and days, months, languages and countries.
 */
export const writeCapitals: Pass = (tokens, { language, place }) => {
  if (place.kind === 'code') return lowerFirst(tokens, language);
  const continues = continuesText(place.before);
  return tokens.map((of, index) => {
    if (of.kind !== 'word' || /\p{Lu}/u.test(of.text)) return of;
    if (language.english && isHalfOfDay(tokens, index)) return token('word', of.text.toUpperCase(), of.spaced);
    const named = language.english && (isProper(of, tokens, index) || isGreeted(tokens, index));
    if (named) return capitalize(of, language.code);
    if (!beginsSentence(tokens, index, continues) || followsGermanGreeting(tokens, index, language)) return of;
    return capitalize(of, language.code);
  });
};

/** Removes a sentence's capital from code: "Git status". A name keeps its capital. */
function lowerFirst(tokens: readonly Token[], { english }: Scope['language']): readonly Token[] {
  const [first, ...rest] = tokens;
  if (!english || first?.kind !== 'word' || !/^\p{Lu}\p{Ll}+$/u.test(first.text)) return tokens;
  return isKnownEnglish(first.key) || rest.length === 0 || rest[0]?.kind === 'word'
    ? [token('word', first.key, first.spaced), ...rest]
    : tokens;
}

/** Whether the text before the cursor ends within a sentence. */
export function continuesText(before: string | undefined): boolean {
  if (before === undefined || /(?:^|\n)\s*(?:[-•*]\s*)?$/u.test(before)) return false;
  return !/[.!?。！？]["'”’)\]]*\s*$/u.test(before);
}

function isProper({ key }: Token, tokens: readonly Token[], index: number): boolean {
  if (key === 'i' || /^i'(?:m|ll|d|ve|s)$/u.test(key)) return !isJoined(tokens, index) || isOpening(tokens[index - 1]);
  if (key === 'may' || key === 'march') return MONTH_BEFORE.has(tokens[index - 1]?.key ?? '');
  if (key.endsWith('days') && PROPER.has(key.slice(0, -1))) return true;
  return PROPER.has(key.endsWith("'s") ? key.slice(0, -2) : key);
}

/** Whether the word is the half of the day: "5 pm". The "am" of "at 2 am I" may be a verb. */
function isHalfOfDay(tokens: readonly Token[], index: number): boolean {
  const key = tokens[index]?.key;
  if (key !== 'am' && key !== 'pm') return false;
  return /^\d{1,2}(?::\d\d)?$/u.test(tokens[index - 1]?.text ?? '') && tokens[index + 1]?.key !== 'i';
}

/**
 * Whether the word is a greeted name: up to two words between a greeting and a comma ("dear ana,", "hi tom baker,")
 * that are not frequent words.
 */
function isGreeted(tokens: readonly Token[], index: number): boolean {
  const start = startsLine(tokens, index - 1) ? index - 1 : index - 2;
  if (!startsLine(tokens, start) || !GREETINGS.has(tokens[start]?.key ?? '')) return false;
  const end = tokens[index + 1]?.kind === 'word' ? index + 2 : index + 1;
  const after = tokens[end];
  const closes = after?.text === ',' || after?.kind === 'break';
  return (
    closes &&
    end - start <= 3 &&
    tokens.slice(start + 1, end).every(({ key }) => !isFrequentEnglish(key) && !GREETED.has(key))
  );
}

/** German letters continue in lower case after the comma of the greeting. */
function followsGermanGreeting(tokens: readonly Token[], index: number, { code }: Scope['language']): boolean {
  return code === 'de' && tokens[index - 1]?.kind === 'break' && tokens[index - 2]?.text === ',';
}

function beginsSentence(tokens: readonly Token[], index: number, continues: boolean): boolean {
  let at = index;
  // Opening marks may come between the previous sentence and the word.
  while (isOpening(tokens[at - 1]) && tokens[at]?.spaced === false) at -= 1;
  if (at === 0) return !continues;
  const previous = tokens[at - 1];
  if (previous?.kind === 'bullet') return true;
  if (previous?.kind === 'break') return previous.text === '\n\n' || endsSentence(tokens, at - 2);
  if (tokens[at]?.spaced === false) return false;
  return endsSentence(tokens, at - 1);
}

function endsSentence(tokens: readonly Token[], index: number): boolean {
  let at = index;
  while (at > 0 && isClosing(tokens[at])) at -= 1;
  const mark = tokens[at];
  if (!isTerminal(mark) || mark?.text === '…' || mark?.text.startsWith('..') || startsLine(tokens, at)) return false;
  // "Why?" she asked: the sentence continues after a quoted question.
  if (mark?.text !== '.' && at < index) return false;
  if (mark?.text !== '.' || mark.spoken) return true;
  const before = tokens[at - 1];
  return before?.kind !== 'word' || !(ABBREVIATIONS.has(before.key) || /^(?!I$)\p{Lu}$/u.test(before.text));
}

function isOpening(of: Token | undefined): boolean {
  return of?.kind === 'mark' && /^["'“‘«([¿¡*]$/u.test(of.text);
}

function isClosing(of: Token | undefined): boolean {
  return of?.kind === 'mark' && /^["'”’»)\]*]$/u.test(of.text);
}

function capitalize(of: Token, language: string | undefined): Token {
  const [first = ''] = of.text;
  if (!CASED.test(first)) return of;
  const upper = language === 'tr' || language === 'az' ? first.toLocaleUpperCase('tr') : first.toUpperCase();
  // The capital of "ß" is two letters.
  return upper.length > first.length ? of : token('word', upper + of.text.slice(first.length), of.spaced);
}

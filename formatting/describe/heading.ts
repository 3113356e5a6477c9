import { wordSet } from '../word-set.ts';
import { findFocus, type Opened } from './focus.ts';
import { EMPTY_END, HEADING_PATTERNS, type HeadingPatterns } from './heading-patterns.ts';
import { PATTERNS, type Patterns, SMALL_TALK } from './patterns.ts';
import type { Phrase } from './phrases.ts';
import { trimEnd } from './shorten.ts';

const HEADING_SENTENCES = 2;
const MAX_HEADING_WORDS = 12;
const MAX_PARTS = 3;
/** A longer heading needs no focus. */
const MAX_UNFOCUSED_WORDS = 3;
/** A title is no longer. */
const MAX_LENGTH = 80;
/** A time or duration at the end of a part says nothing about its subject. */
const AGO_AT_END = / \p{L}+ (?:days?|weeks?|months?|years?) ago$/iu;
const TIME_AT_END =
  / (?:this (?:morning|afternoon|evening|week|month)|last (?:night|week)|today|yesterday|heute|gestern|hoy|ayer|aujourd['’]hui|hier)$/iu;
/** A heading of these words alone says nothing about the note. */
const EMPTY: ReadonlySet<string> = wordSet(
  'note notes memo voice reminder quick short brief summary recap thoughts to myself self idea ideas update list draft today tomorrow nota notas recordatorio resumen mañana hoy idea notiz kurze kurz erinnerung zusammenfassung idee heute morgen rappel petite résumé idée demain pour para für',
);
const LIGHT: ReadonlySet<string> = new Set(['with', 'from', 'about', 'avec', 'chez', 'sobre', 'über']);
const ARTICLE = /^(?:for |about |on |regarding )?(?:the |my |our )/iu;
/** The start of a clause that describes the noun before it. */
const DESCRIBES = /^(?:the way|how) /iu;
const GREETS = /^(?:dear|liebes|querido|cher)\s/iu;

/**
 * Reads the heading of a note, which is said before its first verb: "Lecture seven, soil science. So today was about why
 * clay holds water" has the title "Lecture seven, soil science: why clay holds water".
 */
export function findHeading(
  opened: readonly Opened[],
  phrases: readonly Phrase[],
  language: string,
): string | undefined {
  const [patterns, own] = [PATTERNS[language], HEADING_PATTERNS[language]];
  if (patterns === undefined || own === undefined) return undefined;
  for (const [at, one] of opened.slice(0, HEADING_SENTENCES).entries()) {
    const { parts, rest } = partsOf(one, patterns, own);
    const after = rest === '' ? opened.slice(at + 1) : [{ ...one, text: rest }, ...opened.slice(at + 1)];
    if (parts.length > 0) return complete(parts, own, after, phrases, language);
    // Only small talk and a greeting stand before a heading.
    if (!isOpening(one, own)) return undefined;
  }
  return undefined;
}

function isOpening({ text }: Opened, { plain }: HeadingPatterns): boolean {
  return SMALL_TALK.test(text) || GREETS.test(text) || isPlain(text, EMPTY) || isPlain(text, plain);
}

interface Parts {
  /** The parts of the heading; none if the sentence has no heading. */
  readonly parts: readonly string[];
  /** The rest of the sentence, from its first clause. */
  readonly rest: string;
}

/** The parts between marks before the first clause, without those that say nothing. */
function partsOf(one: Opened, patterns: Patterns, own: HeadingPatterns): Parts {
  const pieces = trimEnd(one.text, /[.!:…\s]/u).split(/[,:;–—]\s|\s[–—]\s/u);
  const count = pieces.findIndex((piece, at) =>
    isClause(at === 0 ? withoutGenre(piece, own) : piece, at === 0, one, patterns, own),
  );
  const headed = count < 0 ? pieces : pieces.slice(0, count);
  const rest = count < 0 ? '' : one.text.slice(one.text.indexOf(pieces[count] ?? ''));
  if (SMALL_TALK.test(one.text) || headed.some((piece) => GREETS.test(piece) || piece.includes('?')))
    return { parts: [], rest };
  const parts = headed
    .slice(0, MAX_PARTS)
    .map((piece, at) =>
      (at === 0 ? withoutGenre(piece, own) : piece).replace(AGO_AT_END, '').replace(TIME_AT_END, '').trim(),
    )
    .filter((piece, at) => piece.length > 2 && (at === 0 || !isPlain(piece, own.plain)));
  return { parts: isTelling(parts, one, rest) ? parts : [], rest };
}

/**
 * Whether parts have a content word. A single word before a clause is no heading, because it may address somebody,
 * unless the clause describes it: "Flatbread, the way we make it".
 */
function isTelling(parts: readonly string[], { sentence }: Opened, rest: string): boolean {
  const heading = parts.join(' ');
  if ((!/\s/u.test(heading) && rest !== '' && !DESCRIBES.test(rest)) || isPlain(heading, EMPTY)) return false;
  const named = new Set(heading.split(/['’]?(?:[^\p{L}\p{N}'’]+|$)/u));
  return /^to do /iu.test(heading) || sentence.words.some(({ content, text }) => content && named.has(text));
}

function isClause(
  piece: string,
  isFirst: boolean,
  { sentence }: Opened,
  { clause }: Patterns,
  { verb, list }: HeadingPatterns,
): boolean {
  if (piece.trim().split(/\s+/u).length <= MAX_HEADING_WORDS && list?.test(piece) === true) return false;
  const bare = piece.replace(/^to[- ]do /iu, '');
  if (piece.trim().split(/\s+/u).length > MAX_HEADING_WORDS || clause.test(bare) || verb?.test(bare) === true)
    return true;
  const from = sentence.text.indexOf(piece);
  return sentence.words.some(
    ({ start, end, verb: isVerb, text }, at) =>
      isVerb &&
      start >= from &&
      !(isFirst && start === from) &&
      end <= from + piece.length &&
      sentence.text[end] !== '-' &&
      !/ing$/iu.test(text) &&
      !/^to$/iu.test(sentence.words[at - 1]?.text ?? ''),
  );
}

function withoutGenre(piece: string, { genre }: HeadingPatterns): string {
  const rest = piece.replace(genre, '');
  return (rest.length > 2 ? rest : piece).replace(ARTICLE, '');
}

function isPlain(part: string, plain: ReadonlySet<string>): boolean {
  return (part.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => plain.has(word) || /^\p{N}+$/u.test(word));
}

/** Adds what the note says about its heading, if the heading alone says little. */
function complete(
  parts: readonly string[],
  own: HeadingPatterns,
  rest: readonly Opened[],
  phrases: readonly Phrase[],
  language: string,
): string {
  const [said = '', ...others] = parts;
  const first = said.replace(EMPTY_END, '');
  const heading = others.length === 0 ? first : `${first}${own.colon}${others.join(', ')}`;
  const words = heading.match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = words.filter((word) => word.length > 3 && !own.plain.has(word.toLowerCase()) && !LIGHT.has(word));
  const focus = findFocus(rest, phrases, {
    heading,
    language,
    needed: others.length === 0 && content.length <= MAX_UNFOCUSED_WORDS && own.list?.test(heading) !== true,
    generic: isPlain(heading, own.plain) || own.notice.test(heading) || (first !== said && !own.occasion.test(heading)),
    occasion: own.occasion.test(heading),
    longest: MAX_LENGTH - heading.length - own.colon.length,
  });
  if (focus === undefined) return heading;
  return `${others.length === 0 ? heading : [first, ...others].join(', ')}${own.colon}${focus}`;
}

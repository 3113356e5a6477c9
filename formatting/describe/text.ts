import model from 'wink-eng-lite-web-model';
import winkNLP, { type ItemSentence, type ItemToken, type ItsFunction } from 'wink-nlp';
import { ORDINAL_WORDS } from '../english/number-words.ts';
import { wordSet } from '../word-set.ts';
import { cutClauses } from './clauses.ts';
import { mendTags } from './mend-tags.ts';
import { stopwordsOf } from './stopwords.ts';
import type { Sentence, Word } from './word.ts';

/** A longer sentence is split: a recognizer may write no marks at all. */
const MAX_SENTENCE_WORDS = 40;
const PIECE_WORDS = 25;
/** With fewer marks than this, a sentence is run-on text. */
const MIN_WORDS_PER_MARK = 20;
const SUBJECTS: ReadonlySet<string> = new Set(['which', 'who', 'i', 'we', 'they', 'he', 'she']);
/** A word before one of these is a verb, which the tagger takes for a noun: "the heating costs us". */
const OBJECTS: ReadonlySet<string> = new Set(['us', 'me', 'him', 'them']);
const DEGREES: ReadonlySet<string> = new Set(['too', 'very', 'extremely']);
const LINKS: ReadonlySet<string> = new Set(['ADP', 'DET', 'CCONJ']);

/** Words before nouns, in languages that do not capitalize nouns. */
const BEFORE_NOUNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    es: 'el la los las un una unos unas del al de mi mis tu su sus nuestro nuestra este esta ese esa cada en con',
    fr: 'le la les un une des du de au aux mon ma mes ton ta son sa ses notre nos votre leur ce cette ces chaque en avec d l',
    it: 'il lo la i gli le un uno una del della dei delle di al alla nel nella mio mia suo sua con',
    pt: 'o a os as um uma do da dos das de ao no na nos nas meu minha seu sua com',
  }).map(([language, words]) => [language, wordSet(words)] as const),
);

/** French and Italian articles and pronouns before a vowel: "l'analyse". */
export const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|dell|nell|sull|all|un)['’](?=.{2})/u;

/** Splits a transcript into sentences and words, in any language and in linear time. */
export function readText(transcript: string, language: string | undefined): Sentence[] {
  const sentences = language === 'en' ? readEnglish(transcript) : readAny(transcript, language);
  return sentences
    .flatMap((sentence) => cutRunOn(sentence, language))
    .flatMap(cutLong)
    .filter(({ words }) => words.length > 0);
}

/** Loaded when the first English note is described. */
let english: ReturnType<typeof winkNLP> | undefined;

function readEnglish(transcript: string): Sentence[] {
  english ??= winkNLP(model, ['sbd', 'pos']);
  const { its } = english;
  // The declared type belongs to models with add-ons, which are not used here.
  const lemma = its.lemma as ItsFunction<string>;
  const stopwords = stopwordsOf('en');
  const sentences: Sentence[] = [];
  english
    .readDoc(transcript)
    .sentences()
    .each((sentence: ItemSentence) => {
      let text = '';
      let opens = true;
      const words: Word[] = [];
      sentence.tokens().each((of: ItemToken) => {
        const piece = of.out();
        text += (text === '' ? '' : of.out(its.precedingSpaces)) + piece;
        if (of.out(its.type) === 'punctuation' || !/[\p{L}\p{N}]/u.test(piece)) {
          opens ||= !/^['’-]$/u.test(piece);
          return;
        }
        const key = of.out(lemma).toLowerCase();
        const tag = tagOf(of.out(its.pos), words.at(-1));
        const part = partOf(tag, piece);
        const content =
          part !== 'number' &&
          part !== 'link' &&
          // The tagger takes the day of a date for a noun: "the thirtieth".
          !ORDINAL_WORDS.has(piece.toLowerCase()) &&
          /\p{L}{2}/u.test(piece) &&
          !stopwords.has(key) &&
          !stopwords.has(piece.toLowerCase());
        const before = words.at(-1);
        if (before?.part === 'noun' && OBJECTS.has(piece.toLowerCase()) && !opens) {
          words.splice(-1, 1, { ...before, part: 'other', content: false, verb: true });
        }
        words.push({
          text: piece,
          key,
          content,
          part,
          start: text.length - piece.length,
          end: text.length,
          opens,
          nominal: !/ing$/u.test(key),
          verb: tag === 'VERB' || tag === 'AUX',
          preposition: tag === 'ADP',
        });
        opens = false;
      });
      sentences.push({ text, words: mendTags(words) });
    });
  return sentences;
}

/**
 * The tagger takes some verbs and adjectives for nouns. After a subject pronoun they are verbs ("which releases oxygen"),
 * after an adverb of degree adjectives ("too acid").
 */
function tagOf(tag: string, previous: Word | undefined): string {
  if (tag === 'NOUN' && DEGREES.has(previous?.text.toLowerCase() ?? '')) return 'ADJ';
  return tag === 'NOUN' && SUBJECTS.has(previous?.text.toLowerCase() ?? '') ? 'VERB' : tag;
}

function partOf(tag: string, text: string): Word['part'] {
  if (tag === 'NUM') return 'number';
  if (tag === 'PROPN') return 'name';
  if (tag === 'NOUN') return 'noun';
  if (tag === 'ADJ') return 'adjective';
  return LINKS.has(tag) || /^(?:my|your|his|her|its|our|their|to|'s|’s)$/iu.test(text) ? 'link' : 'other';
}

function readAny(transcript: string, language: string | undefined): Sentence[] {
  const stopwords = stopwordsOf(language);
  const before = BEFORE_NOUNS.get(language ?? '');
  const locale = language !== undefined && Intl.Segmenter.supportedLocalesOf(language).length > 0 ? language : 'und';
  const wordCutter = new Intl.Segmenter(locale, { granularity: 'word' });
  const sentenceCutter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return transcript.split('\n').flatMap((line) =>
    [...sentenceCutter.segment(line)].map(({ segment }) => {
      const words: Word[] = [];
      let opens = true;
      let previous = '';
      for (const { segment: piece, index, isWordLike } of wordCutter.segment(segment)) {
        if (isWordLike !== true) {
          opens ||= /\p{P}/u.test(piece);
          continue;
        }
        const key = piece.toLowerCase().replace(ELIDED, '');
        const name = /^\p{Lu}\p{Ll}/u.test(piece) && !opens;
        const long =
          key.length > (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Thai}]/u.test(key) ? 1 : 3);
        const content = long && !/\p{N}/u.test(key) && !stopwords.has(key) && !/^\p{Script=Hiragana}+$/u.test(key);
        const part = /\p{N}/u.test(key) ? 'number' : name ? 'name' : content ? 'noun' : 'link';
        const elided = ELIDED.test(piece);
        const nominal = before === undefined || name || elided || before.has(previous);
        const [start, end] = [index, index + piece.length];
        words.push({ text: piece, key, content, part, start, end, opens, nominal, verb: false, preposition: false });
        previous = piece.toLowerCase();
        opens = false;
      }
      return { text: segment, words };
    }),
  );
}

/** Cuts an English sentence with many words and hardly a mark into its clauses. */
function cutRunOn(sentence: Sentence, language: string | undefined): Sentence[] {
  const { words } = sentence;
  const marks = words.filter(({ opens }, at) => opens && at > 0).length;
  if (language !== 'en' || words.length <= PIECE_WORDS || marks * MIN_WORDS_PER_MARK > words.length) return [sentence];
  return cutClauses(sentence);
}

function cutLong(sentence: Sentence): Sentence[] {
  if (sentence.words.length <= MAX_SENTENCE_WORDS)
    return [{ ...sentence, text: sentence.text.trim() }].map(shift(sentence));
  const pieces: Sentence[] = [];
  let first = 0;
  for (let at = 1; at <= sentence.words.length; at += 1) {
    const word = sentence.words[at];
    const full = at - first >= PIECE_WORDS;
    if (word !== undefined && !(full || (word.opens && at - first >= PIECE_WORDS / 2))) continue;
    pieces.push(piece(sentence, first, at));
    first = at;
  }
  return pieces;
}

/** A part of a sentence, with the positions of its words adjusted. */
function piece({ text, words }: Sentence, first: number, end: number): Sentence {
  const start = words[first]?.start ?? 0;
  const stop = words[end]?.start ?? text.length;
  return {
    text: text.slice(start, stop).trim(),
    words: words.slice(first, end).map((word) => ({ ...word, start: word.start - start, end: word.end - start })),
    continues: first > 0,
  };
}

/** Adjusts the positions of the words after leading white space is removed. */
function shift({ text }: Sentence): (of: Sentence) => Sentence {
  const by = text.length - text.trimStart().length;
  return (of) =>
    by === 0 ? of : { ...of, words: of.words.map((word) => ({ ...word, start: word.start - by, end: word.end - by })) };
}

import { parseDictionary } from '../dictionary/parse.ts';
import { lettersOf, soundOf, soundsLike } from '../dictionary/sound.ts';
import { detectLanguage } from '../language.ts';
import { type Compared, HAS_DIGIT, withoutBullets } from './compared.ts';
import { createNumberSupport, numbersOf } from './numbers.ts';
import { ASSISTANT_PHRASES, COURTESY, LIGHT_WORDS, NEGATIONS, TELLING } from './phrases.ts';
import { wordsOf } from './words.ts';

const GROWTH = 1.6;
/** Short texts may grow by as many characters whatever the ratio: marks, capitals, a contraction in full. */
const SLACK = 16;
/** In a long text a recognizer's slip may be set right by a word that sounds like none: one in so many. */
const WORDS_PER_SLIP = 25;

/** Tags, fences, emphasis, headings, JSON and links, more of any than were dictated. */
const MARKUP: readonly RegExp[] = [
  /<\/?[a-z_|][^<>\n]{0,60}>/giu,
  /```/gu,
  /\*\*\S/gu,
  /^#{1,6} /gmu,
  /\{\s*"[^"]+"\s*:/gu,
  /\[\/?inst\]/giu,
  /\]\(\S+\)/gu,
];

/** Signs of markup that were not dictated. */
export function hasMarkup({ rewritten, raw }: Compared): boolean {
  const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;
  return MARKUP.some((sign) => count(rewritten, sign) > count(raw, sign));
}

/** What assistants say, where the speaker did not. */
export function hasAssistantPhrase({ rewritten, raw, draft }: Compared): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('’', "'");
  const [text, said] = [plain(rewritten), `${plain(raw)}\n${plain(draft)}`];
  return ASSISTANT_PHRASES.some((phrase) => {
    const found = phrase.exec(text)?.[0];
    return found !== undefined && !containsWords(said, found);
  });
}

function containsWords(said: string, phrase: string): boolean {
  return ` ${wordsOf(said).join(' ')} `.includes(` ${wordsOf(phrase).join(' ')} `);
}

/** A language that is neither the draft's nor the speaker's. */
export function hasOtherLanguage({ raw, draft, rewritten, words }: Compared): boolean {
  if (words.length < 4) return false;
  const [before, after] = [detectLanguage(draft), detectLanguage(rewritten)];
  if (!before.certain || !after.certain || before.code === after.code) return false;
  const spoken = detectLanguage(raw);
  return spoken.certain && spoken.code !== after.code;
}

/** A number that was said neither in digits nor in words. */
export function hasNewNumber({ raw, draft, rewritten, language, dictionary }: Compared): boolean {
  const isSaid = createNumberSupport([raw, draft, dictionary ?? ''], language);
  return numbersOf(withoutBullets(rewritten)).some((number) => !isSaid(number));
}

/** So many words in a row out of a field that is no dictation, where the speaker did not say them. */
export function leaks({ raw, draft, words }: Compared, field: string | undefined, size: number): boolean {
  const foreign = wordsOf(field ?? '');
  if (foreign.length < size) return false;
  const said = new Set([...runsOf(wordsOf(raw), size), ...runsOf(wordsOf(draft), size)]);
  const leaked = new Set(runsOf(foreign, size).filter((run) => !said.has(run)));
  return runsOf(words, size).some((run) => leaked.has(run));
}

function runsOf(words: readonly string[], size: number): string[] {
  return words.slice(0, Math.max(0, words.length - size + 1)).map((_, at) => words.slice(at, at + size).join(' '));
}

/** Names of the dictionary that nobody said, or hardly anything but them. */
export function echoesDictionary({ dictionary, isSaid, words }: Compared): boolean {
  const names = parseDictionary(dictionary).entries.flatMap(({ written }) => wordsOf(written));
  if (names.length === 0) return false;
  const echoed = words.filter((word) => names.includes(word) && !LIGHT_WORDS.has(word) && !isSaid(word));
  return echoed.length > 0;
}

/** A word with a capital inside a sentence that nobody said. */
export function hasNewName({ rewritten, isSaid, dictionary, raw }: Compared): boolean {
  const names = parseDictionary(dictionary).entries.map(({ written }) => soundOf(lettersOf(written)));
  const capitals = rewritten.matchAll(/(?<![.!?…:"“”'(\n-]\s{0,2})(?<!^)(?<=\s)\p{Lu}[\p{L}\p{M}’']+/gu);
  for (const [found] of capitals) {
    const words = wordsOf(found).filter((word) => !LIGHT_WORDS.has(word));
    if (words.every(isSaid) || raw.includes(found)) continue;
    if (names.some((sound) => soundsLike(sound, soundOf(lettersOf(found))))) continue;
    return true;
  }
  return false;
}

/** Content words that were not said, or too many light ones: an answer in the speaker's words is one too. */
export function hasNewWords(input: Compared): boolean {
  const { words, rawWords, draftWords, isSaid, styled } = input;
  const content = words.filter((word) => (!LIGHT_WORDS.has(word) || TELLING.has(word)) && !NEGATIONS.has(word));
  const isNew = (word: string) => !HAS_DIGIT.test(word) && !isSaid(word) && !(styled && COURTESY.has(word));
  if (content.filter(isNew).length > Math.floor(words.length / WORDS_PER_SLIP)) return true;
  const said = new Set([...rawWords, ...draftWords]);
  const light = words.filter((word) => LIGHT_WORDS.has(word) && !said.has(word)).length;
  return light > (styled ? Math.max(3, words.length * 0.35) : Math.max(1, words.length * 0.12));
}

/** Far more text than was dictated. */
export function grows({ draft, raw, rewritten, styled }: Compared): boolean {
  const longest = Math.max(draft.length, raw.length);
  return rewritten.length > longest * (styled ? 2 : GROWTH) + SLACK;
}

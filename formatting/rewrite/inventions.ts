import { detectLanguage } from '../language.ts';
import type { Compared } from './compared.ts';
import { ASSISTANT_PHRASES, LIGHT_WORDS } from './phrases.ts';
import { wordsOf } from './words.ts';

const GROWTH = 1.6;
/** A text may always grow by this many characters: marks, capitals, expanded contractions. */
const SLACK = 16;

/** Tags, fences, emphasis, headings, JSON and links. */
const MARKUP: readonly RegExp[] = [
  /<\/?[a-z_|][^<>\n]{0,60}>/giu,
  /```/gu,
  /\*\*\S/gu,
  /^#{1,6} /gmu,
  /\{\s*"[^"]+"\s*:/gu,
  /\[\/?inst\]/giu,
  /\]\(\S{1,999}\)/gu,
];

/** Whether a rewrite has markup that was not dictated. */
export function hasMarkup({ rewritten, raw }: Compared): boolean {
  const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;
  return MARKUP.some((sign) => count(rewritten, sign) > count(raw, sign));
}

/** Whether a rewrite has a typical phrase of an assistant that was not dictated. */
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

/** Whether a rewrite is in a language that is neither the draft's nor the speaker's. */
export function hasOtherLanguage({ raw, draft, rewritten, words }: Compared): boolean {
  if (words.length < 4) return false;
  const [before, after] = [detectLanguage(draft), detectLanguage(rewritten)];
  if (!before.certain || !after.certain || before.code === after.code) return false;
  const spoken = detectLanguage(raw);
  return spoken.certain && spoken.code !== after.code;
}

/** Whether a rewrite contains `size` consecutive words of another field that were not dictated. */
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

/** Whether a rewrite contains a name of the dictionary that was not said. */
export function echoesDictionary({ names, words, rawWords, draftWords }: Compared): boolean {
  if (names.size === 0) return false;
  const said = new Set([...rawWords, ...draftWords]);
  return words.some((word) => names.has(word) && !LIGHT_WORDS.has(word) && !said.has(word));
}

/** Whether a rewrite is much longer than the dictation. */
export function grows({ draft, raw, rewritten, styled }: Compared): boolean {
  const longest = Math.max(draft.length, raw.length);
  return rewritten.length > longest * (styled ? 2 : GROWTH) + SLACK;
}

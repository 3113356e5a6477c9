import dictionary from 'dictionary-en';
import { isKnownEnglish } from './common-words.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Names that are rare words too, of which a dictation all but never means the word. */
const ALSO_WORDS = setOf(
  'google japan amazon john tom ted johnny joey morocco panama oxford shanghai dutch danish welsh swede soviet medicare medicaid thanksgiving napoleon veronica timothy phoebe arctic antarctic brad hamburg mickey',
);
/** Of two letters these alone: most of the others are words, or parts of foreign names. */
const SHORT = setOf('ai tv uk eu pc cv dj');
/** Names of three letters that are neither commands nor short for something nor foreign words. */
const SHORT_NAMES = setOf(
  'abe ada amy ann ava dan eli eva ian jim joe jon kim leo liz pam roy sam sid tim tom ted zoe oct nov feb',
);
/** Entries of the list that are forms of others, and words of addresses and commands. */
const LEFT_OUT = setOf(
  'www ervin mister missy monte sal sept collier los las del der des der van von mir ora ala dow neb borg soave waring tums gasser genet fletcher twas cole conn flathead pogo slater skinner kern tass thar chou brut aba abas eft holden coulter flory robbin billings bowers hooters wiles baggies gastroenterology plasticine malaprop pantaloon remarque',
);

/** What is always written with a capital, by its lower case: 8,000 names and abbreviations that are no English word. */
const PROPER = readNames(new TextDecoder().decode(dictionary.dic));

/**
 * How a name or an abbreviation is written that is no other word: `google` is `Google`, `pdfs` are `PDFs`.
 * @param key the word in lower case, with straight apostrophes
 * @returns undefined for an ordinary word, and for what is not known
 */
export function properForm(key: string): string | undefined {
  const found = PROPER.get(key);
  if (found !== undefined) return found;
  if (key.endsWith("'s")) {
    const owner = PROPER.get(key.slice(0, -2));
    return owner === undefined ? undefined : `${owner}'s`;
  }
  if (!key.endsWith('s') || key.length < 4 || isKnownEnglish(key)) return undefined;
  const one = PROPER.get(key.slice(0, -1));
  return one === undefined || !(isAcronym(one) || /(?:ian|ean|can|german)$/iu.test(one)) ? undefined : `${one}s`;
}

/**
 * The spelling dictionary lists a word by its only case: what stands there with capitals, and neither there nor among
 * the common words in lower case, is a name.
 */
function readNames(list: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const words = new Set<string>();
  for (const line of list.split('\n')) {
    const [entry = ''] = line.split('/');
    if (!/^\p{L}{2,}$/u.test(entry)) continue;
    const key = entry.toLowerCase();
    if (entry === key) words.add(key);
    else if (isUsable(entry, key) && !(names.has(key) && isAcronym(entry))) names.set(key, entry);
  }
  for (const key of names.keys()) if (words.has(key) && !ALSO_WORDS.has(key)) names.delete(key);
  return names;
}

function isUsable(entry: string, key: string): boolean {
  if (LEFT_OUT.has(key) || isKnownEnglish(key)) return false;
  if (key.length === 2) return SHORT.has(key);
  // "SOSes" and "TELNETing" are forms of what stands there too.
  if (/^\p{Lu}{2,}(?:e[sd]|ing)$/u.test(entry) || /^NeW|ted$|ting$/u.test(entry)) return false;
  return key.length > 3 || isAcronym(entry) || entry === 'PhD' || entry === 'iOS' || SHORT_NAMES.has(key);
}

function isAcronym(entry: string): boolean {
  return /^\p{Lu}+$/u.test(entry);
}

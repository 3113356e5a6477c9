import dictionary from 'dictionary-en';
import { wordSet } from '../word-set.ts';
import { isKnownEnglish } from './common-words.ts';

/** Names that are also words, but so rare that a dictation almost always means the name. */
const ALSO_WORDS = wordSet(
  'google japan amazon john tom ted johnny joey morocco panama oxford shanghai dutch danish welsh swede soviet medicare medicaid thanksgiving napoleon veronica timothy phoebe arctic antarctic brad hamburg mickey',
);
/** The only names of two letters: most others are words or parts of foreign names. */
const SHORT = wordSet('ai tv uk eu pc cv dj');
/** Names of three letters that are not also commands, abbreviations or foreign words. */
const SHORT_NAMES = wordSet(
  'abe ada amy ann ava dan eli eva ian jim joe jon kim leo liz pam roy sam sid tim tom ted zoe oct nov feb',
);
/** Entries to skip: inflected forms, and words of addresses and commands. */
const LEFT_OUT = wordSet(
  'www ervin mister missy monte sal sept collier los las del der des der van von mir ora ala dow neb borg soave waring tums gasser genet fletcher twas cole conn flathead pogo slater skinner kern tass thar chou brut aba abas eft holden coulter flory robbin billings bowers hooters wiles baggies gastroenterology plasticine malaprop pantaloon remarque sabre prentice mani dino spackle superfund fud ing negress bros sextans decalogue quaternary orientalism benet kama gris anglicization italianate quixotism redshift adrenalin amie merle murine foosball',
);

/** Names of two words of which at least one is also an ordinary word. */
const PAIRS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    new: 'york zealand delhi orleans jersey hampshire mexico england',
    north: 'korea carolina dakota macedonia',
    south: 'korea carolina dakota africa',
    west: 'virginia',
    san: 'francisco diego jose antonio juan marino',
    los: 'angeles',
    las: 'vegas',
    united: 'states kingdom nations',
    hong: 'kong',
    costa: 'rica',
    puerto: 'rico',
    saudi: 'arabia',
    sri: 'lanka',
    el: 'salvador',
  }).map(([first, seconds]) => [first, wordSet(seconds)]),
);

/** True for a name of two words: New York, South Africa. Both are in lower case. */
export function isNamePair(first: string, second: string): boolean {
  return PAIRS.get(first)?.has(second) ?? false;
}

const ENTRIES = new TextDecoder().decode(dictionary.dic);
/** All entries in lower case. */
const WORDS = readWords(ENTRIES);
/** Lower case to written form: 8,000 names and abbreviations that are not English words. */
const PROPER = readNames(ENTRIES, WORDS);

/**
 * The written form of a well-known name or abbreviation that is no other word: `google` is `Google`, `pdfs` is `PDFs`.
 * @param key the word in lower case, with straight apostrophes
 * @returns undefined for an ordinary or unknown word
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
 * Reads the names out of a spelling dictionary: an entry with capitals is a name if its lower case is neither an entry
 * nor a common word. One that is both a name and an abbreviation is left out.
 */
function readNames(list: string, words: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const spellings = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const line of list.split('\n')) {
    const [entry = ''] = line.split('/');
    if (!/^\p{L}{2,}$/u.test(entry)) continue;
    const key = entry.toLowerCase();
    if (entry === key) continue;
    // "IRA" and "Ira", "MIA" and "Mia".
    if (spellings.has(key) && spellings.get(key) !== entry && !SHORT_NAMES.has(key)) ambiguous.add(key);
    spellings.set(key, entry);
    if (isUsable(entry, key) && !(names.has(key) && isAcronym(entry))) names.set(key, entry);
  }
  for (const key of ambiguous) names.delete(key);
  for (const key of SHORT) names.set(key, key.toUpperCase());
  for (const key of names.keys()) if (words.has(key) && !ALSO_WORDS.has(key)) names.delete(key);
  return names;
}

/** The entries of a spelling dictionary that are no names. */
function readWords(list: string): ReadonlySet<string> {
  const entries = list.split('\n').map((line) => line.split('/')[0] ?? '');
  return new Set(entries.filter((entry) => /^\p{Ll}{2,}$/u.test(entry)));
}

/** True for an English word, also a rare one that {@link isKnownEnglish} lacks. */
export function isEnglishWord(key: string): boolean {
  return isKnownEnglish(key) || WORDS.has(key);
}

function isUsable(entry: string, key: string): boolean {
  if (LEFT_OUT.has(key) || isKnownEnglish(key)) return false;
  if (key.length === 2) return SHORT.has(key);
  // "SOSes" and "TELNETing" are inflected forms of other entries.
  if (/^\p{Lu}{2,}(?:e[sd]|ing)$/u.test(entry) || /^NeW|ted$|ting$/u.test(entry)) return false;
  return key.length > 3 || isAcronym(entry) || entry === 'PhD' || entry === 'iOS' || SHORT_NAMES.has(key);
}

function isAcronym(entry: string): boolean {
  return /^\p{Lu}+$/u.test(entry);
}

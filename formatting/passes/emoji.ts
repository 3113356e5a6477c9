import { gemoji } from 'gemoji';
import { NOUN_BEFORE } from '../english/spoken-marks.ts';
import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isJoined, type Pass } from './pass.ts';

/** Spoken names that the emoji list does not have, or has for another emoji. */
const ALIASES: readonly (readonly [said: string, name: string])[] = [
  ['smiley face', 'slightly_smiling_face'],
  ['smiling face', 'slightly_smiling_face'],
  ['happy face', 'slightly_smiling_face'],
  ['sad face', 'slightly_frowning_face'],
  ['crying face', 'cry'],
  ['laughing crying', 'joy'],
  ['crying laughing', 'joy'],
  ['laughing', 'joy'],
  ['winking face', 'wink'],
  ['heart eyes', 'heart_eyes'],
  ['party', 'tada'],
  ['celebration', 'tada'],
  ['praying hands', 'pray'],
  ['clapping hands', 'clap'],
  ['check mark', 'white_check_mark'],
  ['thinking face', 'thinking'],
];
/** Words after "emoji" that make it a noun: "emoji picker". */
const NOUN_AFTER = wordSet(
  'is was are were has means meant looks keyboard picker library font set pack list name names code codes support',
);
const DETERMINERS = wordSet('send sent use used with using like add the a an');
const MAX_WORDS = 6;

let names: ReadonlyMap<string, string> | undefined;

/** Writes an emoji by its name: "thumbs up emoji". After a determiner the name is a noun: "the heart emoji". */
export const writeEmoji: Pass = (tokens, { language }) => {
  if (!language.english) return tokens;
  const out: Token[] = [];
  for (const [index, current] of tokens.entries()) {
    const found = current.key === 'emoji' && current.spaced ? findEmoji(tokens, index, out) : undefined;
    if (found === undefined) {
      out.push(current);
      continue;
    }
    const spaced = out[found.start]?.spaced ?? true;
    out.length = found.start;
    out.push(token('atom', found.emoji, spaced));
  }
  return out;
};

/** The longest emoji name that ends before the word "emoji". */
function findEmoji(tokens: readonly Token[], index: number, out: readonly Token[]) {
  if (isJoined(tokens, index) || NOUN_AFTER.has(tokens[index + 1]?.key ?? '')) return undefined;
  names ??= readNames();
  let name = '';
  let found: { start: number; emoji: string } | undefined;
  for (let start = out.length - 1; start >= Math.max(0, out.length - MAX_WORDS); start -= 1) {
    const of = out[start];
    if (of?.kind !== 'word') break;
    name = name === '' ? of.key : `${of.key} ${name}`;
    const emoji = names.get(name);
    if (emoji !== undefined) found = { start, emoji };
  }
  const before = out[(found?.start ?? 0) - 1]?.key ?? '';
  return found === undefined || NOUN_BEFORE.has(before) || DETERMINERS.has(before) ? undefined : found;
}

/** Emoji by description ("red heart") and name ("heart"), in lower case. */
function readNames(): ReadonlyMap<string, string> {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll('_', ' ')
      .replace(/[^\p{L}\p{N} ]+/gu, '');
  const all = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { emoji, description, names: short } of gemoji) {
    for (const name of [...short, description].map(plain)) if (!all.has(name)) all.set(name, emoji);
    for (const name of short) byName.set(name, emoji);
  }
  for (const [said, name] of ALIASES) all.set(said, byName.get(name) ?? '');
  return all;
}

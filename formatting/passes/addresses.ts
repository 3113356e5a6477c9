import { readCardinal } from '../english/cardinals.ts';
import { DIGIT_WORDS, isNumberWord } from '../english/number-words.ts';
import { commandsOf } from '../languages/commands.ts';
import type { AddressWords } from '../languages/types.ts';
import { type Token, token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { findFileName } from './file-names.ts';
import type { Pass } from './pass.ts';
import { joinSpelledWords } from './spelled-words.ts';

/** Top-level domains. Those that are English words ("in", "is", "to") need another sign of an address. */
const DOMAINS = wordSet(
  'com org net edu gov mil info biz io ai dev app co uk de fr es it nl eu ch at be pl pt se dk fi ie cz ru cn jp kr br mx ar au nz ca us tv me xyz online site shop tech cloud blog',
);
const AMBIGUOUS = wordSet('it at be me us in is to so no my net online site shop tech cloud blog app info');
/** Words that cannot be part of a host name. An address starts after them. */
const NOT_A_LABEL = wordSet(
  'the a an this that these those of during at in on to from is are was were and or my your our their his her its dot use using with every after before',
);
/** Words before "at" that are not a mailbox: "look at example dot com". */
const NOT_A_MAILBOX = wordSet(
  'look looking looked see seen meet me us him her it them you i we they available visit out find found are is was were be been being now here there live hosted arrive online page site website blog store shop everything more this that order buy sell read posted up work works working worked lives located signed started published download register app docs documentation code version files a an the',
);
/** Signs inside a mailbox or path. */
const JOINTS: ReadonlyMap<string, string> = new Map([
  ['dot', '.'],
  ['dash', '-'],
  ['hyphen', '-'],
  ['minus', '-'],
  ['underscore', '_'],
  ['plus', '+'],
]);
/** Words before an e-mail address. */
const MAIL_BEFORE = wordSet('email mail write contact reach address');
const MAIL_REACH = 3;
const LABEL = /^[a-z0-9]+$/u;
/** The maximum number of words of a number in a mailbox name. */
const MAX_DIGITS = 6;
/** Longer than any spoken address. The limit keeps the search linear. */
const MAX_WORDS = 24;

const ENGLISH: AddressWords = {
  dot: 'dot',
  ambiguous: AMBIGUOUS,
  at: new Set(['at']),
  slash: new Set(['slash']),
  joints: JOINTS,
  notLabels: NOT_A_LABEL,
};

/** Writes e-mail addresses and URLs: "anna dot smith at example dot com", "www dot example dot com slash docs". */
export const writeAddresses: Pass = (tokens, { language, place }) => {
  const words = language.english ? ENGLISH : commandsOf(language)?.addresses;
  if (words === undefined) return tokens;
  return writeWith(joinSpelledWords(tokens), words, language.english && place.kind !== 'code');
};

function writeWith(tokens: readonly Token[], words: AddressWords, files: boolean): readonly Token[] {
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const dot = current.key === words.dot;
    const found = dot
      ? (findAddress(tokens, index, out, words) ?? (files ? findFileName(tokens, index, out) : undefined))
      : undefined;
    const first = found === undefined ? undefined : out[out.length - found.taken];
    if (found === undefined || first?.spaced === false) {
      out.push(current);
      continue;
    }
    out.length -= found.taken;
    out.push(token('atom', found.text));
    index = found.end - 1;
  }
  return out;
}

interface Found {
  readonly text: string;
  /** The number of tokens before the first "dot" that belong to the address. */
  readonly taken: number;
  readonly end: number;
}

/** Finds the address around its first "dot". The last token of `before` is the first label of the host. */
function findAddress(
  tokens: readonly Token[],
  dot: number,
  before: readonly Token[],
  words: AddressWords,
): Found | undefined {
  const right = readHostEnd(tokens, dot, words);
  if (right === undefined) return undefined;
  const left = readHostStart(before, words);
  if (left === undefined) return undefined;
  const path = readPath(tokens, right.end, words);
  const host = `${left.text}${right.text}`;
  const mailbox = readMailbox(before, before.length - left.taken, words) ?? readSplitHost(before, left.taken, words);
  const scheme = readScheme(before, before.length - left.taken);
  if (mailbox !== undefined && path.text === '') {
    return { text: `${mailbox.text}@${mailbox.host ?? ''}${host}`, taken: left.taken + mailbox.taken, end: right.end };
  }
  const sure = scheme !== undefined || left.text.startsWith('www.') || path.text !== '' || right.labels > 1;
  if (!sure && words.ambiguous.has(right.last) && !left.text.includes('.')) return undefined;
  return {
    text: `${scheme?.text ?? ''}${host}${path.text}`,
    taken: left.taken + (scheme?.taken ?? 0),
    end: path.end,
  };
}

/** Reads the labels up to the last known top-level domain: "dot co dot uk". */
function readHostEnd(tokens: readonly Token[], dot: number, words: AddressWords) {
  let text = '';
  let pending = '';
  let labels = 0;
  let result: { text: string; end: number; last: string; labels: number } | undefined;
  for (let index = dot; index < dot + MAX_WORDS; index += 2) {
    const joint = hostJoint(tokens[index]?.key ?? '', words);
    const label = tokens[index + 1];
    if (joint === undefined || label === undefined || !isLabel(label)) break;
    pending += `${joint}${label.key}`;
    labels += 1;
    if (joint !== '.' || !DOMAINS.has(label.key)) continue;
    text += pending;
    pending = '';
    result = { text, end: index + 2, last: label.key, labels };
  }
  return result;
}

/** Reads the labels before the first "dot": "docs dot example", "my dash shop". */
function readHostStart(before: readonly Token[], words: AddressWords): { text: string; taken: number } | undefined {
  const last = before.at(-1);
  if (last === undefined || !isLabel(last) || words.notLabels.has(last.key)) return undefined;
  let text = last.key;
  let taken = 1;
  while (taken < MAX_WORDS) {
    const joint = hostJoint(before.at(-taken - 1)?.key ?? '', words);
    const label = before.at(-taken - 2);
    if (joint === undefined || label === undefined || !isLabel(label) || words.notLabels.has(label.key)) break;
    text = `${label.key}${joint}${text}`;
    taken += 2;
  }
  return { text, taken };
}

interface Mailbox {
  readonly text: string;
  readonly taken: number;
  /** The first word of a host that was said as two words. */
  readonly host?: string;
}

/** Reads the mailbox before a host of two words: "write to support at blue lake dot com" is support@bluelake.com. */
function readSplitHost(before: readonly Token[], taken: number, words: AddressWords): Mailbox | undefined {
  const end = before.length - taken - 1;
  const first = before[end];
  if (first === undefined || !isLabel(first) || words.notLabels.has(first.key)) return undefined;
  const mailbox = readMailbox(before, end, words);
  if (mailbox === undefined) return undefined;
  const start = end - mailbox.taken;
  const announced = before.slice(Math.max(0, start - MAIL_REACH), start).some(({ key }) => MAIL_BEFORE.has(key));
  return announced ? { text: mailbox.text, taken: mailbox.taken + 1, host: first.key } : undefined;
}

/** Reads the mailbox: "anna dot smith at", or "anna.smith at" if the recognizer wrote the dot. */
function readMailbox(before: readonly Token[], end: number, words: AddressWords): Mailbox | undefined {
  const sign = before[end - 1]?.key === 'sign' && before[end - 2]?.key === 'at';
  if (!sign && !words.at.has(before[end - 1]?.key ?? '')) return undefined;
  const at = sign ? 2 : 1;
  const last = before[end - at - 1];
  if (last?.kind === 'atom' && /^[\w.+-]+$/u.test(last.text)) return { text: last.text.toLowerCase(), taken: at + 1 };
  if (last === undefined || !isLabel(last)) return undefined;
  const first = readMailboxEnd(before, end - at, words);
  if (first === undefined) return undefined;
  let text = first.text;
  let taken = at + first.taken;
  while (taken < MAX_WORDS) {
    const joint = words.joints.get(before[end - taken - 1]?.key ?? '');
    const label = before[end - taken - 2];
    if (joint === undefined || label === undefined || !isLabel(label)) break;
    text = `${label.key}${joint}${text}`;
    taken += 2;
  }
  return taken === at + first.taken && !sign && NOT_A_MAILBOX.has(text) ? undefined : { text, taken };
}

/** Reads the last label before "at", with a number after it: "doe ninety nine" is "doe99". */
function readMailboxEnd(
  before: readonly Token[],
  end: number,
  { joints, notLabels }: AddressWords,
): { text: string; taken: number } | undefined {
  let start = end;
  while (end - start < MAX_DIGITS && isNumberWord(before[start - 1]?.key ?? '')) start -= 1;
  const label = before[start - 1];
  if (start === end) return label === undefined ? undefined : { text: label.key, taken: 1 };
  const words = before.slice(start, end).map(({ key }) => key);
  const number = readCardinal(words, 0);
  const digits =
    number?.end === words.length
      ? String(number.value)
      : words.reduce((text, word) => text + (DIGIT_WORDS.get(word) ?? '?'), '');
  if (label === undefined || !/^\d+$/u.test(digits)) return undefined;
  if (joints.has(label.key)) return { text: digits, taken: end - start };
  if (!isLabel(label) || notLabels.has(label.key)) return undefined;
  return { text: label.key + digits, taken: end - start + 1 };
}

/** Reads "https colon slash slash". */
function readScheme(before: readonly Token[], end: number): { text: string; taken: number } | undefined {
  const [scheme, colon, first, second] = before.slice(Math.max(0, end - 4), end).map(({ key }) => key);
  const said = colon === 'colon' && first === 'slash' && second === 'slash';
  return said && (scheme === 'https' || scheme === 'http') ? { text: `${scheme}://`, taken: 4 } : undefined;
}

/** Reads a path: "slash docs dash old slash start". */
function readPath(tokens: readonly Token[], start: number, words: AddressWords): { text: string; end: number } {
  let text = '';
  let end = start;
  while (end < start + MAX_WORDS) {
    const key = tokens[end]?.key ?? '';
    const joint = words.slash.has(key) ? '/' : text === '' ? undefined : words.joints.get(key);
    const label = tokens[end + 1];
    if (joint === undefined || label === undefined || !isLabel(label)) break;
    text += `${joint}${label.key}`;
    end += 2;
  }
  return { text, end };
}

/** The dot or hyphen of a host, undefined for any other word. */
function hostJoint(key: string, { joints }: AddressWords): string | undefined {
  const joint = key === 'minus' ? undefined : joints.get(key);
  return joint === '.' || joint === '-' ? joint : undefined;
}

function isLabel(of: Token): boolean {
  return of.kind === 'word' && LABEL.test(of.key);
}

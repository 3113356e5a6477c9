import { trimEnd } from './trim.ts';

/**
 * URLs, e-mail addresses, handles, and bare domains with and without a path. The bounds on repetitions keep the search
 * linear.
 */
const ADDRESS =
  /[a-z][a-z0-9+.-]{1,12}:\/\/[^\s<>"]+|www\.[^\s<>"]+|[^\s<>"@,;:()]{1,64}@[^\s<>"@,;:()]{1,200}\.[^\s<>"@,;:().]+|(?<![\p{L}\p{N}@])@[\p{L}\p{N}_]{2,}|(?<![\p{L}\p{N}.])[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}\.[a-z]{2,10}\/[^\s<>"]*|(?<![\p{L}\p{N}.])[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}\.[a-z]{2,10}(?![\p{L}\p{N}])/giu;
/** "Wait...then" is no domain. */
const EMPTY_LABEL = /^[^/@:]{0,260}\.\./u;

function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(ADDRESS)]
    .map(([found]) => found)
    .filter((found) => /[@:]|^www\./iu.test(found) || !EMPTY_LABEL.test(found));
}
/** Words that join the parts of a spoken address. */
const SPOKEN_JOINTS =
  /\b(?:dot|at|punto|ponto|punkt|point|arroba|chiocciola|arobase|klammeraffe|et|точка|собака|apestaart|kropka|małpa)\b/iu;

/** True if a rewrite has an address that was neither written nor spoken part by part ("anna punto garcia arroba …"). */
export function hasNewAddress(rewritten: string, said: readonly string[]): boolean {
  const text = said.join('\n').toLowerCase();
  const spoken = SPOKEN_JOINTS.test(text);
  const words = new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
  for (const found of addressesIn(rewritten)) {
    const address = trimEnd(found.toLowerCase(), '.,;:!?)');
    if (text.includes(address)) continue;
    const parts = address.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (spoken && parts.every((part) => words.has(part) || SCHEMES.has(part))) continue;
    return true;
  }
  return false;
}

const SCHEMES = new Set(['https', 'http', 'www']);

/** True for a word that joins the parts of a spoken address. */
export function isSpokenJoint(word: string): boolean {
  return JOINT.test(word);
}

const JOINT = new RegExp(`^(?:${SPOKEN_JOINTS.source}|slash|dash|underscore|hyphen)$`, 'iu');

/** True for a text with an address in it. */
export function hasAddress(text: string): boolean {
  return addressesIn(text).length > 0;
}

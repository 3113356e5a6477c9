import { domainToASCII } from 'node:url';

/** Lengths of RFC 5321, section 4.5.3.1. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_BYTES = 64;
/**
 * Characters that a normalized address must not contain: spaces, control, format and other invisible characters,
 * unassigned code points, and characters with a special meaning in mail headers.
 */
const FORBIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@<>"(),:;\\[\]]/u;
/** Letters, digits, hyphens and dots of any script, including U+3002. A URL parser treats none of them specially. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
/** RFC 1034 labels. The last one must not start with a digit. */
const LABELS = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The canonical form of an e-mail address, used for comparison, storage and sending: NFKC, lower case, and an IDNA
 * domain. Case and variants of a letter (full-width, U+212A for K) do not make a different address.
 * @returns null when it is not an address, or contains invisible characters
 */
export function canonicalEmail(text: string): string | null {
  const [local = '', domain = '', ...more] = fold(text.trim()).split('@');
  if (more.length > 0 || local === '' || FORBIDDEN.test(local) || Buffer.byteLength(local) > MAX_LOCAL_BYTES)
    return null;
  const host = FORBIDDEN.test(domain) || !DOMAIN.test(domain) ? '' : domainToASCII(domain);
  const address = `${local}@${host}`;
  return LABELS.test(host) && address.length <= MAX_ADDRESS_LENGTH ? address : null;
}

/** Lower case may break the normalization, for example for U+0130. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC');

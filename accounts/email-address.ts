import { domainToASCII } from 'node:url';

/** Lengths of RFC 5321, section 4.5.3.1. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_BYTES = 64;
/**
 * What no address may hold once it is normalized: spaces, control and format characters and others that are not seen,
 * code points without a meaning, and the signs that mail headers give a meaning to.
 */
const FORBIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@<>"(),:;\\[\]]/u;
/** Letters, digits, hyphens and dots of any script, U+3002 too: nothing that a URL parser would take for something else. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
/** RFC 1034 labels, of which the last is no number. */
const LABELS = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling of an e-mail address that is compared, kept and written to: NFKC, lower case, and a domain as IDNA
 * has it. Case and the many spellings of one letter (full-width, U+212A for K) make no other address.
 * @returns null when it is not an address, or holds characters that are not seen
 */
export function canonicalEmail(text: string): string | null {
  const [local = '', domain = '', ...more] = fold(text.trim()).split('@');
  if (more.length > 0 || local === '' || FORBIDDEN.test(local) || Buffer.byteLength(local) > MAX_LOCAL_BYTES)
    return null;
  const host = FORBIDDEN.test(domain) || !DOMAIN.test(domain) ? '' : domainToASCII(domain);
  const address = `${local}@${host}`;
  return LABELS.test(host) && address.length <= MAX_ADDRESS_LENGTH ? address : null;
}

/** Lower case may undo a normalization, as that of U+0130 does. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC');

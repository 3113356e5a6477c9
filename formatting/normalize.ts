/**
 * Characters that nobody sees: zero-width and bidirectional controls, soft hyphens, tags, control characters.
 * Joiners (U+200C, U+200D) and the Arabic signs that count as format characters are written and stay.
 */
const INVISIBLE = /[[\p{Cc}\p{Cf}]--[\t\n\u200C\u200D\u0600-\u0605\u06DD\u070F\u08E2]]/gv;

/** What speech recognizers write where nobody spoke. A closed list: other brackets may have been dictated. */
const NOISE =
  /[[(*♪][ _]?(?:blank[ _]audio|silence|music|noise|background[ _]noise|inaudible|applause|laughter|coughing|breathing|no[ _]speech|typing|static)[ _]?[\])*♪]/giu;

/** True when the text is a noise annotation and nothing else, such as `(music playing)` or `♪♪`. */
const ONLY_NOISE = /^(?:[(*♪][^()*♪\n]{0,40}[)*♪]|[♪\s]+)$/u;

/**
 * Raw text in one shape: composed letters (NFC), line feeds, single spaces, nothing invisible, no annotations of noise,
 * no white space around it.
 */
export function normalizeText(raw: string): string {
  return regularize(raw).trim();
}

/** {@link normalizeText} with the line breaks before the text, which may be meant where it goes on after another. */
export function regularize(raw: string): string {
  const text = raw
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(NOISE, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trimEnd();
  const bare = text.trimStart();
  return bare === '' || ONLY_NOISE.test(bare) ? '' : text.replace(/^ +/u, '');
}

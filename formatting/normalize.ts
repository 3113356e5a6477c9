/**
 * Characters that nobody sees: zero-width and bidirectional controls, soft hyphens, tags, control characters.
 * Joiners (U+200C, U+200D) and the Arabic signs that count as format characters are written and stay.
 */
const INVISIBLE = /[[\p{Cc}\p{Cf}]--[\t\n\u200C\u200D\u0600-\u0605\u06DD\u070F\u08E2]]/gv;

/** Labels that nobody can say. All other brackets may have been dictated; the speech side drops those of its engines. */
const LABELS = /\[[A-Z]{2,12}(?:_[A-Z]{2,12})+\]|[♪♫]+/gu;

/**
 * Raw text in one shape: composed letters (NFC), line feeds, single spaces, nothing invisible, no label such as `[BLANK_AUDIO]`,
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
    .replace(LABELS, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trimEnd();
  return text.trimStart() === '' ? '' : text.replace(/^ +/u, '');
}

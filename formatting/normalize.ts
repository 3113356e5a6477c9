/**
 * Invisible characters: zero-width and bidirectional controls, soft hyphens, tags, control characters.
 * Joiners (U+200C, U+200D) and the Arabic signs in the same Unicode category are part of written text, so they stay.
 */
const INVISIBLE = /[[\p{Cc}\p{Cf}]--[\t\n\u200C\u200D\u0600-\u0605\u06DD\u070F\u08E2]]/gv;

/** Labels that nobody dictates. Other brackets may be dictated; `speech/` removes the labels that its engines write. */
const LABELS = /\[[A-Z]{2,12}_[A-Z_]{2,40}\]|[♪♫]+/gu;

/**
 * Normalizes raw text: composed letters (NFC), line feeds, single spaces, no invisible characters, no label such as
 * `[BLANK_AUDIO]`, no white space at either end.
 */
export function normalizeText(raw: string): string {
  return normalizeAfterCursor(raw).trim();
}

/** {@link normalizeText} that keeps leading line breaks: they matter where the text continues another one. */
export function normalizeAfterCursor(raw: string): string {
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

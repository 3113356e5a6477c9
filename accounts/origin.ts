/** A scheme and an authority: what a browser or a web view sends as `Origin` (RFC 6454, section 7). */
const SHAPE = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^\s/?#@]{1,255}$/;

/** What Electron sends for pages that it loads from files. */
const FILE_ORIGIN = 'file://';

/**
 * The normalized form of an allowed origin, which is the form that browsers send.
 * @throws {TypeError} when the text is not an origin
 */
export function normalizeOrigin(text: string): string {
  if (/^file:\/\/\/?$/i.test(text.trim())) return FILE_ORIGIN;
  const origin = text.trim().replace(/\/$/, '').toLowerCase();
  if (!SHAPE.test(origin) || !URL.canParse(origin)) {
    throw new TypeError(`Cannot allow an origin that is not scheme://host[:port]: current value is '${text}'`);
  }
  // Web views use custom schemes (capacitor://localhost), for which URL has no origin.
  return /^https?:/.test(origin) ? new URL(origin).origin : origin;
}

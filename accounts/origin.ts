/** A scheme and an authority: what a browser or a web view sends as `Origin` (RFC 6454, section 7). */
const SHAPE = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^\s/?#@]{1,255}$/;

/**
 * The form in which an allowed origin is kept and compared, which is the one that browsers send.
 * @throws {TypeError} when the text is not an origin
 */
export function normalizeOrigin(text: string): string {
  const origin = text.trim().replace(/\/$/, '').toLowerCase();
  if (!SHAPE.test(origin) || !URL.canParse(origin)) {
    throw new TypeError(`Cannot allow an origin that is not scheme://host[:port]: current value is '${text}'`);
  }
  // Web views have schemes of their own (capacitor://localhost), to which URL gives no origin.
  return /^https?:/.test(origin) ? new URL(origin).origin : origin;
}

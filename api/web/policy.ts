/** Name of the one Trusted Types policy: the app's, for the URL of its service worker. */
const SCRIPT_URLS = 'sotto-script-url';

/**
 * What the web app may load and do: its own files, and recordings where they lie.
 * @param mediaOrigins other hosts that recordings are played from
 */
export function contentSecurityPolicy(mediaOrigins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    ["media-src 'self' blob:", ...mediaOrigins].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${SCRIPT_URLS}`,
  ].join('; ');
}

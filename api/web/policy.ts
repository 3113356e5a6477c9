/** Name of the app's only Trusted Types policy, which creates the URL of the service worker. */
const SCRIPT_URLS = 'sotto-script-url';

/**
 * Content-Security-Policy of the web app: its own files, and recordings from where they are stored.
 * @param mediaOrigins other hosts from which recordings are played
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

import { SESSION_LIFETIME_MS } from '../../accounts/sessions.ts';

/** The `Set-Cookie` header that starts a browser's session. */
export function sessionCookie(secret: string, publicUrl: string): string {
  return cookie(secret, SESSION_LIFETIME_MS / 1000, publicUrl);
}

/** The `Set-Cookie` header that removes the session. */
export function endedSessionCookie(publicUrl: string): string {
  return cookie('', 0, publicUrl);
}

/** The session's secret from a request's cookies; null when there is none. */
export function readSessionCookie(request: Request, publicUrl: string): string | null {
  const wanted = `${cookieName(publicUrl)}=`;
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) || null;
}

function cookie(value: string, maxAgeSeconds: number, publicUrl: string): string {
  const secure = isHttps(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** `__Host-` binds a cookie to exactly this host (RFC 6265bis). Browsers accept it over https only. */
function cookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-sotto_session' : 'sotto_session';
}

function isHttps(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}

/** Maximum length of a redirect address. */
export const MAX_REDIRECT_URI_LENGTH = 1_000;

/** Schemes that editors registered for themselves, although RFC 8252, section 7.1, asks for a name with a dot. */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Whether an authorization code may be sent to this address: `https`, `http` on the user's own machine, or
 * a private scheme (RFC 8252, sections 7.1 to 7.3). No user name, no fragment.
 */
export function isRedirectUri(text: string): boolean {
  const uri = URL.parse(text);
  if (!uri || text.length > MAX_REDIRECT_URI_LENGTH || text.includes('#')) return false;
  if (uri.username !== '' || uri.password !== '' || /[\s\p{C}]/u.test(text)) return false;
  if (uri.protocol === 'https:') return uri.hostname !== '';
  return isLoopback(uri) || EDITOR_SCHEMES.has(uri.protocol) || uri.protocol.slice(0, -1).includes('.');
}

/**
 * Whether the address of a request is the registered one, character by character. Programs choose the port on the
 * user's own machine when they start (RFC 8252, section 7.3).
 */
export function matchesRedirectUri(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [left, right] = [URL.parse(registered), URL.parse(given)];
  if (!left || !right || !isLoopback(left) || !isLoopback(right) || !isRedirectUri(given)) return false;
  return withoutPort(left) === withoutPort(right);
}

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK_HOSTS.has(hostname);
const withoutPort = ({ hostname, pathname, search }: URL) => hostname + pathname + search;

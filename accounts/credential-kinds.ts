import { ENTERPRISE_KEY_PREFIX } from './enterprise-keys.ts';
import { ACCESS_PREFIX } from './oauth-grants.ts';
import { TOKEN_PREFIX } from './tokens.ts';

const JWT = /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/;

/** Where each kind of secret that callers mix up belongs. */
const PLACES = {
  key: 'an enterprise key, which the enterprise API takes as X-API-Key',
  client_token: 'a client token, which the enterprise API takes as Authorization: Bearer',
  personal_token: 'a personal token, which the notes API and the app API take as Authorization: Bearer',
  access_token: 'an access token of a connected program, which only /mcp accepts',
} as const;

export type CredentialKind = keyof typeof PLACES;

/**
 * Says where a secret belongs that was sent in the place of another kind; null when it looks like the wanted kind or
 * like none. It tells a caller nothing that it did not send.
 */
export function misplaced(text: string, wanted: CredentialKind): string | null {
  const kind = kindOf(text);
  return kind === null || kind === wanted ? null : `This looks like ${PLACES[kind]}`;
}

function kindOf(text: string): CredentialKind | null {
  if (text.startsWith(ENTERPRISE_KEY_PREFIX)) return 'key';
  if (text.startsWith(TOKEN_PREFIX)) return 'personal_token';
  if (text.startsWith(ACCESS_PREFIX)) return 'access_token';
  return JWT.test(text) ? 'client_token' : null;
}

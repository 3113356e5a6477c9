import { ENTERPRISE_KEY_PREFIX } from '../../accounts/enterprise-keys.ts';
import { offeredProtocols } from '../../platform/http/sockets.ts';
import type { Credential } from '../enterprise/authenticate.ts';
import { EnterpriseError } from '../errors.ts';

/** Prefix of the subprotocol in which OpenAI's browser clients send the credential. */
const OPENAI_PREFIX = 'openai-insecure-api-key.';
/** Deepgram's clients send one of these subprotocols, followed by the credential as the next one. */
const DEEPGRAM_SCHEMES = ['token', 'bearer'];

/**
 * The credential of a live session: an enterprise key or a client token as `Authorization: Bearer` or `Token`, as
 * `X-API-Key`, or as a subprotocol; a client token also as `token` in the query. A browser cannot set headers of a
 * WebSocket.
 * @throws {EnterpriseError} 400 for two credentials at once, 401
 */
export function liveCredential(request: Request): Credential {
  const authorization = request.headers.get('authorization') ?? '';
  const queried = new URL(request.url).searchParams.get('token') ?? '';
  const found = [
    request.headers.get('x-api-key') ?? '',
    /^(?:bearer|token) +(\S+)$/i.exec(authorization)?.[1] ?? '',
    protocolSecret(offeredProtocols(request)),
    queried,
  ].filter((secret) => secret !== '');
  const [secret] = found;
  if (secret === undefined)
    throw new EnterpriseError(authorization === '' ? 'credential_missing' : 'credential_invalid');
  if (new Set(found).size > 1) throw new EnterpriseError('credential_ambiguous', 'Send one credential');
  const kind = secret.startsWith(ENTERPRISE_KEY_PREFIX) ? 'key' : 'client_token';
  if (queried !== '' && kind === 'key') {
    throw new EnterpriseError('credential_invalid', 'A key must not be part of an address: send a client token');
  }
  return { kind, secret };
}

/** The subprotocol to choose: the first that carries no secret. */
export function chosenProtocol(request: Request): string | undefined {
  const offered = offeredProtocols(request);
  const secret = protocolSecret(offered);
  return offered.find((name) => !name.startsWith(OPENAI_PREFIX) && name !== secret);
}

function protocolSecret(offered: readonly string[]): string {
  const [scheme = '', secret = ''] = offered;
  if (DEEPGRAM_SCHEMES.includes(scheme.toLowerCase())) return secret;
  return offered.find((name) => name.startsWith(OPENAI_PREFIX))?.slice(OPENAI_PREFIX.length) ?? '';
}

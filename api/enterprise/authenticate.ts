import { misplaced } from '../../accounts/credential-kinds.ts';
import { ENTERPRISE_KEY_PREFIX, type EnterpriseKey, keyState } from '../../accounts/enterprise-keys.ts';
import type { RateVerdict } from '../../platform/redis/rate-limit.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { announce } from '../rate-headers.ts';
import { noteFacts } from '../request-facts.ts';
import type { Authenticate, ResponseHeaders } from './caller.ts';
import { allowReading } from './cors.ts';

type CredentialDeps = Pick<ApiDeps, 'accounts' | 'platform'>;

/** What a caller identifies itself with. */
export interface Credential {
  readonly kind: 'key' | 'client_token';
  readonly secret: string;
}

export interface AuthenticateOptions {
  /** Whether `Authorization: Bearer` takes an enterprise key as well. @default false */
  readonly bearerTakesKeys?: boolean;
  /** Finds the credential in a request. @default the headers `X-API-Key` and `Authorization: Bearer` */
  readonly readCredential?: (request: Request) => Credential;
  /** Tells the caller what is left of its rate limit, beside the `RateLimit` fields. */
  readonly announceRate?: (headers: ResponseHeaders, rate: RateVerdict) => void;
}

/** Checks requests with an organization's credential: the credential, then the origin, then the rate limit. */
export function createAuthenticate(deps: CredentialDeps, options: AuthenticateOptions = {}): Authenticate {
  return async function authenticate(request, headers) {
    await allowReading(deps.accounts, request, headers);
    const { key, kind, organization } = await identify(deps, request, options).catch((error: unknown) => {
      if (error instanceof EnterpriseError && error.status === 401) challenge(headers, error);
      throw error;
    });
    noteFacts(request, { orgId: key.organizationId, keyId: key.keyId });
    const origin = request.headers.get('origin');
    if (origin !== null && !isOwn(origin, request, deps) && !organization.allowedOrigins.includes(origin)) {
      throw new EnterpriseError('origin_not_allowed');
    }
    const [rate] = await Promise.all([
      deps.accounts.requestRate.take(key.organizationId, key.keyId, organization.requestsPerMinute),
      deps.accounts.enterpriseKeys.touch(key),
    ]);
    announce(headers, 'key', rate);
    options.announceRate?.(headers, rate);
    if (!rate.allowed) throw new EnterpriseError('rate_limited', undefined, rate.resetSeconds);
    return { orgId: key.organizationId, keyId: key.keyId, credential: kind, keyExpiresAt: key.expiresAt };
  };
}

/** Whether a page of this service sent the request, such as the API reference. */
function isOwn(origin: string, request: Request, { platform }: CredentialDeps): boolean {
  return origin === new URL(platform.publicUrl).origin || origin === new URL(request.url).origin;
}

/** Finds the key of the credential. A client token is valid only while its key is. */
async function identify(deps: CredentialDeps, request: Request, options: AuthenticateOptions) {
  const { kind, secret } = options.readCredential?.(request) ?? credentialOf(request, options);
  const key = kind === 'key' ? await deps.accounts.enterpriseKeys.findBySecret(secret) : await keyOfToken(deps, secret);
  if (!key) throw new EnterpriseError('credential_invalid', misplaced(secret, kind) ?? undefined);
  const state = keyState(key, deps.platform.now());
  if (state !== 'active') throw new EnterpriseError(`credential_${state}`);
  const organization = await deps.accounts.organizations.get(key.organizationId);
  // The deletion of an organization removes it before its keys.
  if (!organization) throw new EnterpriseError('credential_invalid');
  return { key, kind, organization };
}

async function keyOfToken(deps: CredentialDeps, token: string): Promise<EnterpriseKey | null> {
  const holder = await deps.accounts.clientTokens.read(token);
  if (holder === 'invalid') return null;
  if (holder === 'expired') throw new EnterpriseError('credential_expired');
  return deps.accounts.enterpriseKeys.get(holder.orgId, holder.keyId);
}

/** Ignores an `Authorization` header of another scheme, such as a proxy's, when a key is present. */
function credentialOf(request: Request, { bearerTakesKeys }: AuthenticateOptions): Credential {
  const key = request.headers.get('x-api-key') ?? '';
  const authorization = request.headers.get('authorization') ?? '';
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (key !== '' && token !== undefined) throw new EnterpriseError('credential_ambiguous');
  if (key !== '') return { kind: 'key', secret: key };
  if (token !== undefined) {
    const isKey = bearerTakesKeys && token.startsWith(ENTERPRISE_KEY_PREFIX);
    return { kind: isKey ? 'key' : 'client_token', secret: token };
  }
  throw new EnterpriseError(authorization === '' ? 'credential_missing' : 'credential_invalid');
}

/** Sets `WWW-Authenticate` on a 401 (RFC 9110, section 11.6.1), with the reason for a bad credential (RFC 6750, section 3.1). */
function challenge(headers: ResponseHeaders, { code }: EnterpriseError): void {
  headers['www-authenticate'] =
    code === 'credential_missing' ? 'Bearer realm="sotto"' : 'Bearer realm="sotto", error="invalid_token"';
}

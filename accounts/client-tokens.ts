import { createHash, hkdfSync, randomUUID } from 'node:crypto';
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { isCanonicalJwt } from './canonical-jwt.ts';

export const DEFAULT_LIFETIME_SECONDS = 15 * 60;
export const MAX_LIFETIME_SECONDS = 60 * 60;

const ISSUER = 'sotto';
const AUDIENCE = 'enterprise';

/** The enterprise key behind a client token. */
export interface TokenHolder {
  readonly orgId: string;
  readonly keyId: string;
}

export interface ClientToken {
  readonly token: string;
  /** Epoch milliseconds, to the second. */
  readonly expiresAt: number;
}

/** Short-lived tokens that represent an enterprise key in browsers and apps. */
export interface ClientTokens {
  /** @param notAfter epoch milliseconds; the token expires by then, for example when its key expires */
  issue(holder: TokenHolder, lifetimeSeconds: number, notAfter?: number): Promise<ClientToken>;
  /** The key of the token. Only the store knows whether that key is still valid. */
  read(token: string): Promise<TokenHolder | 'expired' | 'invalid'>;
}

export interface ClientTokenOptions {
  readonly secret: string;
  /** The secret before the last rotation. Its tokens stay valid until they expire. */
  readonly previousSecret?: string | undefined;
  readonly now: () => number;
}

/** Client tokens as JWTs (RFC 7519), signed with HMAC-SHA256. */
export function createClientTokens({ secret, previousSecret, now }: ClientTokenOptions): ClientTokens {
  const signing = signingKey(secret);
  const accepted = [signing, ...(previousSecret ? [signingKey(previousSecret)] : [])];
  const keyOf = ({ kid }: JWTHeaderParameters) => {
    const key = accepted.find(({ id }) => id === kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key.bytes;
  };

  return {
    issue: async ({ orgId, keyId }, lifetimeSeconds, notAfter = Number.POSITIVE_INFINITY) => {
      const issuedAt = Math.floor(now() / 1000);
      const expiresAt = Math.min(issuedAt + lifetimeSeconds, Math.floor(notAfter / 1000));
      const token = await new SignJWT({ key: keyId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signing.id })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(orgId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing.bytes);
      return { token, expiresAt: expiresAt * 1000 };
    },
    read: async (token) => {
      if (!isCanonicalJwt(token)) return 'invalid';
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp'],
          currentDate: new Date(now()),
        });
        const { sub: orgId, key: keyId } = payload;
        return typeof orgId === 'string' && typeof keyId === 'string' ? { orgId, keyId } : 'invalid';
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'expired';
        if (error instanceof errors.JOSEError) return 'invalid';
        throw error;
      }
    },
  };
}

/** Derives a key from the service's secret for this use only. Its id distinguishes tokens from before a rotation. */
function signingKey(secret: string): { readonly bytes: Uint8Array; readonly id: string } {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'sotto client token', 32));
  return { bytes, id: createHash('sha256').update(bytes).digest('base64url').slice(0, 11) };
}

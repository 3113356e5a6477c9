import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isCanonicalJwt } from '../accounts/canonical-jwt.ts';

/** What a re-enable link permits: enabling one endpoint after one disabling. */
export interface ReEnableClaim {
  readonly userId: string;
  readonly endpointId: string;
  /**
   * The generation of the disabling that the mail reported. Once the endpoint is enabled again, the link is used up.
   */
  readonly generation: number;
}

export interface ReEnableTokens {
  sign(claim: ReEnableClaim): Promise<string>;
  /** Null when the token is forged, malformed or expired. */
  verify(token: string): Promise<ReEnableClaim | null>;
}

const AUDIENCE = 'sotto:webhook-re-enable';
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

export interface ReEnableTokenOptions {
  readonly secret: string;
  /** The secret before the last rotation. Its links stay valid until they expire. */
  readonly previousSecret?: string | undefined;
  now(): number;
}

/** Signs the links that enable an endpoint again without a sign-in. They are valid for 30 days. */
export function createReEnableTokens({ secret, previousSecret, now }: ReEnableTokenOptions): ReEnableTokens {
  // Derived keys, so that no other token of this installation is valid as a link.
  const keyOf = (from: string) => new Uint8Array(hkdfSync('sha256', from, '', AUDIENCE, 32));
  const key = keyOf(secret);
  const previous = previousSecret ? keyOf(previousSecret) : undefined;
  return {
    sign: ({ userId, endpointId, generation }) =>
      new SignJWT({ endpoint: endpointId, generation })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setExpirationTime(Math.floor((now() + LIFETIME_MS) / 1000))
        .sign(key),
    verify: async (token) => (await read(token, key, now)) ?? (previous ? read(token, previous, now) : null),
  };
}

async function read(token: string, key: Uint8Array, now: () => number): Promise<ReEnableClaim | null> {
  if (!isCanonicalJwt(token)) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: new Date(now()),
    });
    const { sub, endpoint, generation } = payload as { sub?: string; endpoint?: unknown; generation?: unknown };
    if (!sub || typeof endpoint !== 'string' || typeof generation !== 'number') return null;
    return { userId: sub, endpointId: endpoint, generation };
  } catch {
    return null; // each error of jose means that the token is invalid
  }
}

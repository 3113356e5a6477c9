import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks: a symmetric secret is "between 24 bytes (192 bits) and 64 bytes (512 bits)". */
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and base64 of 32 random bytes. */
export function createSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The key inside a signing secret.
 * @throws {TypeError} when it is not `whsec_` and base64 of 24 to 64 bytes
 */
export function signingKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
  if (key.length < 24 || key.length > 64) {
    throw new TypeError("Cannot sign as the secret is not 'whsec_' and base64 of 24 to 64 bytes");
  }
  return key;
}

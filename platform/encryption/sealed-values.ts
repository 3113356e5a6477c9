import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keys of 32 bytes by id, in order: the first seals, all of them open. */
export type SealingKeys = ReadonlyMap<string, Uint8Array>;

/** Encrypts single values in Redis. */
export interface Sealing {
  /** @param place the key of the record: a sealed value that is copied elsewhere cannot be opened there */
  seal(text: string, place: string): string;
  /**
   * A value that was never sealed is returned as it is.
   * @throws {SealedValueError} when its key is not configured, or the value was changed or moved
   */
  open(value: string, place: string): string;
  /** Whether the value has to be sealed again: it is not sealed, or with another key than the first. */
  isStale(value: string): boolean;
}

/** A value cannot be opened. The message names its key. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError';
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'sealed:1';

/**
 * Envelope encryption: each value has a key of its own, which is encrypted with a configured key. A sealed value is
 * `sealed:1:<key id>:<encrypted key>:<encrypted value>`. Without keys, values stay as they are.
 */
export function createSealing(keys: SealingKeys | undefined): Sealing {
  const [current] = keys ?? [];
  return {
    seal: (text, place) => (current ? seal(text, place, ...current) : text),
    open: (value, place) => open(value, place, keys),
    isStale: (value) => current !== undefined && keyIdOf(value) !== current[0],
  };
}

/** The id of the key that a value was sealed with; undefined when it is not sealed. */
export function keyIdOf(value: string): string | undefined {
  return value.startsWith(`${FORMAT}:`) ? value.split(':')[2] : undefined;
}

function seal(text: string, place: string, keyId: string, key: Uint8Array): string {
  const own = randomBytes(KEY_BYTES);
  return [FORMAT, keyId, encrypt(own, key, place), encrypt(Buffer.from(text), own, place)].join(':');
}

function open(value: string, place: string, keys: SealingKeys | undefined): string {
  const keyId = keyIdOf(value);
  if (keyId === undefined) return value;
  const key = keys?.get(keyId);
  if (!key) throw new SealedValueError(`Cannot open a value as its key '${keyId}' is not in TEMPORAL_ENCRYPTION_KEYS`);
  const [, , , encryptedKey = '', encrypted = ''] = value.split(':');
  try {
    return decrypt(encrypted, decrypt(encryptedKey, key, place), place).toString('utf8');
  } catch {
    throw new SealedValueError(`Cannot open a value as it was changed or moved, or the key '${keyId}' is another one`);
  }
}

/** Nonce, ciphertext and tag. The record's key is authenticated with them. */
function encrypt(plain: Uint8Array, key: Uint8Array, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function decrypt(text: string, key: Uint8Array, place: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
}

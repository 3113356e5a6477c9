import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 24;

/** A secret that its holder presents. It contains its owner's id, so that all its data is in the owner's slot. */
export interface Credential {
  readonly ownerId: string;
  /** Identifies the credential without revealing it. */
  readonly id: string;
  /** SHA-256 of the whole text in hex. Nothing else of the secret is stored. */
  readonly hash: string;
}

/** Creates a credential of 192 random bits. `text` is shown once; only the rest is stored. */
export function mintCredential(prefix: string, ownerId: string): { readonly text: string } & Credential {
  const text = mintSecret(prefix, [ownerId]);
  return { text, ...describe(ownerId, text) };
}

/** Parses a presented credential. Null when the format is wrong. Only the store knows whether it is valid. */
export function parseCredential(prefix: string, text: string): Credential | null {
  const [ownerId] = parseSecret(prefix, text, 1) ?? [];
  return ownerId === undefined ? null : describe(ownerId, text);
}

/** These ids (UUIDs) and 192 random bits, in base64url. */
export function mintSecret(prefix: string, ids: readonly string[]): string {
  return writeSecret(prefix, ids, randomBytes(SECRET_BYTES));
}

/** A secret like that of {@link mintSecret}, which only the holder of `from` can compute, and only with the salt. */
export function deriveSecret(prefix: string, ids: readonly string[], from: string, salt: string): string {
  const bits = createHmac('sha256', salt).update(prefix).update(from).digest();
  return writeSecret(prefix, ids, bits.subarray(0, SECRET_BYTES));
}

function writeSecret(prefix: string, ids: readonly string[], bits: Buffer): string {
  const named = ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'));
  return prefix + Buffer.concat([...named, bits]).toString('base64url');
}

/** The ids in a text from {@link mintSecret} with this many ids; null when the format is wrong. */
export function parseSecret(prefix: string, text: string, count: number): string[] | null {
  if (!text.startsWith(prefix)) return null;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  // Base64url can encode the same bytes in several ways. Only the encoding that was issued is accepted.
  if (bytes.length !== count * ID_BYTES + SECRET_BYTES || prefix + bytes.toString('base64url') !== text) return null;
  return Array.from({ length: count }, (_, at) => uuid(bytes.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)));
}

/** SHA-256 of a secret in hex. Nothing else of the secret is stored. */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function describe(ownerId: string, text: string): Credential {
  const hash = hashSecret(text);
  return { ownerId, id: uuid(Buffer.from(hash, 'hex').subarray(0, ID_BYTES)), hash };
}

function uuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

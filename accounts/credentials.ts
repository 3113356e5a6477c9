import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const OWNER_BYTES = 16;
const SECRET_BYTES = 24;

/** A secret that its holder presents. It names its owner, so that everything about it lies in the owner's slot. */
export interface Credential {
  readonly ownerId: string;
  /** Names the credential without giving it away. */
  readonly id: string;
  /** SHA-256 of the whole text in hex: all of the secret that is kept. */
  readonly hash: string;
}

/** Makes a credential of 192 random bits. `text` is shown once; only the rest is kept. */
export function mintCredential(prefix: string, ownerId: string): { readonly text: string } & Credential {
  const owner = Buffer.from(ownerId.replaceAll('-', ''), 'hex');
  const text = prefix + Buffer.concat([owner, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { text, ...describe(ownerId, text) };
}

/** Reads a presented credential; null when it is not shaped like one. Whether it is valid only the store knows. */
export function parseCredential(prefix: string, text: string): Credential | null {
  if (!text.startsWith(prefix)) return null;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  if (bytes.length !== OWNER_BYTES + SECRET_BYTES || prefix + bytes.toString('base64url') !== text) return null;
  return describe(uuid(bytes.subarray(0, OWNER_BYTES)), text);
}

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function describe(ownerId: string, text: string): Credential {
  const digest = createHash('sha256').update(text).digest();
  return { ownerId, id: uuid(digest.subarray(0, 16)), hash: digest.toString('hex') };
}

function uuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkOptions, SignedLink } from './types.ts';

/** What a valid link allows. */
export interface Link {
  readonly object: string;
  readonly contentType: string | null;
  readonly fileName: string;
}

export interface LinkSigner {
  sign(object: string, options: LinkOptions): SignedLink;
  /** @returns null when the link was changed or has expired */
  verify(url: URL): Link | null;
}

export interface LinkSignerOptions {
  readonly secret: string;
  /** The secret before the last rotation. Its links stay valid until they expire. */
  readonly previousSecret?: string | undefined;
  /** The base URL of links, such as `https://sotto.example/v1/recordings`. */
  readonly baseUrl: string;
  readonly now: () => number;
}

/** Signs links to recordings on disk: object, expiry, type and name with one HMAC-SHA256. */
export function createLinkSigner({ secret, previousSecret, baseUrl, now }: LinkSignerOptions): LinkSigner {
  const current = keyOf(secret);
  const accepted = previousSecret ? [current, keyOf(previousSecret)] : [current];
  return {
    sign(object, { expiresInSeconds, contentType, fileName }) {
      const expiresAt = (Math.floor(now() / 1000) + expiresInSeconds) * 1000;
      const expires = String(expiresAt / 1000);
      const type = contentType ?? '';
      const url = new URL(`${baseUrl}/${object.split('/').map(encodeURIComponent).join('/')}`);
      const signature = signatureOf(current, [object, expires, type, fileName]);
      for (const [name, value] of Object.entries({ expires, type, name: fileName, signature })) {
        url.searchParams.set(name, value);
      }
      return { url: url.href, expiresAt };
    },
    verify(url) {
      const path = new URL(baseUrl).pathname;
      const object = decoded(url.pathname.slice(path.length + 1));
      const [expires, type, name, signature] = ['expires', 'type', 'name', 'signature'].map(
        (parameter) => url.searchParams.get(parameter) ?? '',
      ) as [string, string, string, string];
      if (object === null || !url.pathname.startsWith(`${path}/`)) return null;
      const signed = [object, expires, type, name];
      if (!accepted.some((key) => same(signature, signatureOf(key, signed)))) return null;
      return Number(expires) * 1000 > now() ? { object, contentType: type || null, fileName: name } : null;
    },
  };
}

/** Derives a key for this use only. */
function keyOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('recording links').digest();
}

function signatureOf(key: Buffer, signed: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url');
}

function same(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function decoded(path: string): string | null {
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return null;
  }
}

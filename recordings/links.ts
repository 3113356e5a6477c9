import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkOptions, SignedLink } from './types.ts';

/** What a link that holds true allows. */
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
  /** Where the service answers its links, such as `https://sotto.example/v1/recordings`. */
  readonly baseUrl: string;
  readonly now: () => number;
}

/** Signs links to recordings on disk: object, expiry, type and name under one HMAC-SHA256. */
export function createLinkSigner({ secret, baseUrl, now }: LinkSignerOptions): LinkSigner {
  const key = createHmac('sha256', secret).update('recording links').digest();
  const signatureOf = (object: string, expires: string, type: string, name: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([object, expires, type, name]))
      .digest('base64url');
  return {
    sign(object, { expiresInSeconds, contentType, fileName }) {
      const expiresAt = (Math.floor(now() / 1000) + expiresInSeconds) * 1000;
      const expires = String(expiresAt / 1000);
      const type = contentType ?? '';
      const url = new URL(`${baseUrl}/${object.split('/').map(encodeURIComponent).join('/')}`);
      const signature = signatureOf(object, expires, type, fileName);
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
      const expected = Buffer.from(signatureOf(object, expires, type, name));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return Number(expires) * 1000 > now() ? { object, contentType: type || null, fileName: name } : null;
    },
  };
}

function decoded(path: string): string | null {
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return null;
  }
}

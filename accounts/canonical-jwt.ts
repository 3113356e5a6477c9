/**
 * Whether each part of a compact JWT is the one base64url spelling of its bytes. Decoders drop the last bits of a part
 * and characters that they do not know, so that several texts would be the same token.
 */
export function isCanonicalJwt(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** The address of the feed that a secret opens. */
export function feedAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/v1/feeds/${secret}.atom`;
}

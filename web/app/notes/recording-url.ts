/**
 * Rewrites the URL of a recording that this service serves to the origin of the page, because the service may have other
 * names than its public one. The URL of a recording in a bucket does not change.
 */
export function ownUrl(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname.startsWith('/v1/recordings/') ? `${pathname}${search}` : url;
}

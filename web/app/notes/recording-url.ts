/**
 * A recording that this service serves itself, at the address that the page came from: a service may be reached by other
 * names than its public one. A recording in a bucket keeps its address.
 */
export function ownUrl(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname.startsWith('/v1/recordings/') ? `${pathname}${search}` : url;
}

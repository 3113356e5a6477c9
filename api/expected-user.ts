/**
 * Who is signed in as far as a page of the app knows: all pages of a browser share one session, whose user may change. A
 * header, or a query parameter where a page cannot send headers: in links, streams of events and WebSockets.
 */
export const EXPECTED_USER = 'sotto-user';

/** Null when a request does not say for whom it is. */
export function expectedUser(request: Request): string | null {
  return request.headers.get(EXPECTED_USER) ?? new URL(request.url).searchParams.get(EXPECTED_USER);
}

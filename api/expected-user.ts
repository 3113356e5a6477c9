/**
 * The id of the user for whom a page of the app was opened. All pages of a browser share one session, whose user may
 * change. It is a header, or a query parameter where a page cannot send headers: in links, streams of events and WebSockets.
 */
export const EXPECTED_USER = 'sotto-user';

/** The user whom a request names, or null. */
export function expectedUser(request: Request): string | null {
  return request.headers.get(EXPECTED_USER) ?? new URL(request.url).searchParams.get(EXPECTED_USER);
}

/** Paths of the app's pages, for the router in the browser and for the server, which serves the same HTML for all of them. */
export const PAGES = [
  '/',
  '/sign-in',
  '/record',
  '/dictate',
  '/notes/:note_id',
  '/settings',
  '/settings/:section',
  '/settings/webhooks/:endpoint_id',
  '/operator',
  '/oauth/authorize',
] as const;

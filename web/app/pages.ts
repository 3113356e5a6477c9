/** Paths of the app's pages, for the router in the browser and for the server, which answers all of them with the shell. */
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

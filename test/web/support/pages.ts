/** The path and the heading of every page of a signed-in user. */
export const PAGES: readonly (readonly [path: string, heading: string])[] = [
  ['/', 'Notes'],
  ['/record', 'Record'],
  ['/dictate', 'Dictate'],
  ['/settings/account', 'Account'],
  ['/settings/tags', 'Tags'],
  ['/settings/tokens', 'Personal tokens'],
  ['/settings/apps', 'Connected apps'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/usage', 'Usage'],
  ['/settings/data', 'Your data'],
  ['/settings/appearance', 'Appearance'],
];

/**
 * How much a test repeats. CI runs the short depth. `npm run test:long` runs the long one, manually or nightly.
 */
export function depth<T>(short: T, long: T): T {
  return process.env['SOTTO_TEST_LONG'] === '1' ? long : short;
}

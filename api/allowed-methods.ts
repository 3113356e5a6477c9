import type { AnyElysia } from 'elysia';

/** What the router knows of its routes. */
type Routed = Pick<AnyElysia, 'router' | 'routes'>;

/**
 * The methods that a path takes, as the router's own table says, for the `Allow` of a 405 (RFC 9110, section 15.5.6).
 * Empty for a path that it does not know: a preflight that is answered on every path does not make a resource of it.
 */
export function allowedMethods({ router, routes }: Routed, path: string): string[] {
  const fixed = router.static[path] ?? {};
  const methods = [...new Set(routes.map(({ method }) => method))];
  const taken = methods.filter((method) => method in fixed || router.http.find(method, path) !== null);
  if (taken.every((method) => method === 'OPTIONS')) return [];
  return (taken.includes('GET') ? [...taken, 'HEAD'] : taken).sort();
}

import type { AnyElysia } from 'elysia';

/** The part of an Elysia app that knows its routes. */
type Routed = Pick<AnyElysia, 'router' | 'routes'>;

/**
 * The methods of a path, for the `Allow` header of a 405 (RFC 9110, section 15.5.6). Empty for an unknown path: the
 * preflight route answers OPTIONS on every path, so OPTIONS alone does not make a path known.
 */
export function allowedMethods({ router, routes }: Routed, path: string): string[] {
  const fixed = router.static[path] ?? {};
  const methods = [...new Set(routes.map(({ method }) => method))];
  const taken = methods.filter((method) => method in fixed || router.http.find(method, path) !== null);
  if (taken.every((method) => method === 'OPTIONS')) return [];
  return (taken.includes('GET') ? [...taken, 'HEAD'] : taken).sort();
}

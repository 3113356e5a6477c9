import type { OrganizationStore } from '../../accounts/organizations.ts';
import { EnterpriseError } from '../errors.ts';
import type { ResponseHeaders } from './caller.ts';

interface OriginDeps {
  readonly organizations: Pick<OrganizationStore, 'anyAllowsOrigin'>;
}

/** What a page may read of an answer beyond the CORS-safelisted headers. */
const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** X-API-Key is not among them: a long-lived key has no place in a page. */
const ALLOWED_HEADERS = 'Authorization, Content-Type';
const PREFLIGHT_CACHE_SECONDS = 600;

/**
 * Lets a page read the answer, errors included, when any organization allows its origin. Whether the caller's own
 * organization does is decided with its credential.
 */
export async function allowReading(deps: OriginDeps, request: Request, headers: ResponseHeaders): Promise<void> {
  headers['vary'] = 'Origin';
  const origin = request.headers.get('origin');
  if (origin === null || !(await deps.organizations.anyAllowsOrigin(origin))) return;
  headers['access-control-allow-origin'] = origin;
  headers['access-control-expose-headers'] = EXPOSED;
}

/**
 * Answers a preflight (Fetch standard, section 4.8). It carries no credential, so it says what any organization
 * allows; the request that follows is checked against the caller's own.
 * @throws {EnterpriseError} 403 when no organization allows the origin
 */
export async function answerPreflight(deps: OriginDeps, request: Request, headers: ResponseHeaders): Promise<void> {
  await allowReading(deps, request, headers);
  headers['vary'] = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
  if (!request.headers.has('origin')) {
    headers['allow'] = 'POST, OPTIONS';
    return;
  }
  if (!headers['access-control-allow-origin']) throw new EnterpriseError('origin_not_allowed');
  headers['access-control-allow-methods'] = 'POST';
  headers['access-control-allow-headers'] = ALLOWED_HEADERS;
  headers['access-control-max-age'] = String(PREFLIGHT_CACHE_SECONDS);
}

import type { OrganizationStore } from '../../accounts/organizations.ts';
import { EnterpriseError } from '../errors.ts';
import type { ResponseHeaders } from './caller.ts';

interface OriginDeps {
  readonly organizations: Pick<OrganizationStore, 'anyAllowsOrigin'>;
}

/** Response headers that a page may read beyond the CORS-safelisted ones. */
const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** X-API-Key is left out on purpose: a long-lived key must not be used in a page. */
const ALLOWED_HEADERS = 'Authorization, Content-Type';
const PREFLIGHT_CACHE_SECONDS = 600;

/**
 * Lets a page read the response, including errors, when any organization allows its origin. Authentication then checks
 * the caller's own organization.
 */
export async function allowReading(deps: OriginDeps, request: Request, headers: ResponseHeaders): Promise<void> {
  headers['vary'] = 'Origin';
  const origin = request.headers.get('origin');
  if (origin === null || !(await deps.organizations.anyAllowsOrigin(origin))) return;
  headers['access-control-allow-origin'] = origin;
  headers['access-control-expose-headers'] = EXPOSED;
}

/** What a preflight grants. */
export interface PreflightPolicy {
  /** Of `Access-Control-Allow-Methods`. */
  readonly methods: string;
  /** Gives `Access-Control-Allow-Headers` for `Access-Control-Request-Headers`. */
  readonly headers: (requested: string) => string;
}

const ENTERPRISE_POLICY: PreflightPolicy = { methods: 'POST', headers: () => ALLOWED_HEADERS };

/**
 * Answers a preflight (Fetch standard, section 4.8). A preflight has no credential, so an origin passes when any
 * organization allows it. The request that follows is checked against the caller's own organization.
 * @throws {EnterpriseError} 403 when no organization allows the origin
 */
export async function answerPreflight(
  deps: OriginDeps,
  request: Request,
  headers: ResponseHeaders,
  policy: PreflightPolicy = ENTERPRISE_POLICY,
): Promise<void> {
  await allowReading(deps, request, headers);
  headers['vary'] = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
  if (!request.headers.has('origin')) {
    headers['allow'] = `${policy.methods}, OPTIONS`;
    return;
  }
  if (!headers['access-control-allow-origin']) throw new EnterpriseError('origin_not_allowed');
  headers['access-control-allow-methods'] = policy.methods;
  headers['access-control-allow-headers'] = policy.headers(request.headers.get('access-control-request-headers') ?? '');
  headers['access-control-max-age'] = String(PREFLIGHT_CACHE_SECONDS);
}

import { type AuditEvent, hashOfAccount, REFUSED, SERVICE } from '../accounts/audit-log.ts';
import { describeError } from '../platform/log.ts';
import type { ApiDeps } from './deps.ts';
import { methodOf } from './head.ts';
import { factsOf } from './request-facts.ts';

type AuditDeps = Pick<ApiDeps, 'accounts' | 'platform'>;

/** A request that a route has handled. */
interface Handled {
  readonly request: Request;
  readonly route: string;
  readonly params?: unknown;
  readonly responseValue: unknown;
  readonly set: { readonly status?: unknown; readonly headers: Record<string, unknown> };
}

/** What a route's event is about: ids from its path and its response. */
type Ids = Readonly<Record<string, unknown>>;

interface Audited {
  readonly action: string;
  /** The event belongs to the service, and not to the user who caused it. */
  readonly ofService?: boolean;
  readonly subject?: (ids: Ids, userId: string | undefined) => unknown;
  /** Whether the response means that it happened. @default always */
  readonly happened?: (response: Ids) => boolean;
}

const ENDPOINTS = '/v1/app/webhook-endpoints';
const isOperators = (path: string) => path.startsWith('/v1/operator/') || path.startsWith('/codec/');
const ofSession = ({ session_id }: Ids) => session_id;
const ofToken = ({ token_id }: Ids) => token_id;
const ofEndpoint = ({ endpoint_id, id }: Ids) => endpoint_id ?? id;

/** The routes whose success is a security event. */
export const AUDITED: Readonly<Record<string, Audited>> = {
  'POST /v1/app/sign-out': { action: 'signed_out' },
  'DELETE /v1/app/sessions/:session_id': { action: 'session.ended', subject: ofSession },
  'DELETE /v1/app/sessions': { action: 'sessions.ended' },
  'POST /v1/app/tokens': { action: 'token.created', subject: ofToken },
  'DELETE /v1/app/tokens/:token_id': { action: 'token.revoked', subject: ofToken },
  'POST /v1/app/feed': { action: 'feed.created' },
  'DELETE /v1/app/feed': { action: 'feed.revoked' },
  'POST /v1/app/oauth/decisions': {
    action: 'app.connected',
    // A refusal, and a request that is not valid, bring the program no code.
    happened: ({ redirect_to: address }) => URL.parse(String(address))?.searchParams.has('code') === true,
  },
  'DELETE /v1/app/connected-apps/:grant_id': { action: 'app.disconnected', subject: ({ grant_id }) => grant_id },
  [`POST ${ENDPOINTS}`]: { action: 'endpoint.created', subject: ofEndpoint },
  [`PATCH ${ENDPOINTS}/:id`]: { action: 'endpoint.changed', subject: ofEndpoint },
  [`DELETE ${ENDPOINTS}/:id`]: { action: 'endpoint.deleted', subject: ofEndpoint },
  [`POST ${ENDPOINTS}/:id/rotate-secret`]: { action: 'endpoint.secret_rotated', subject: ofEndpoint },
  'POST /v1/app/exports': { action: 'account.exported', subject: ({ export_id }) => export_id },
  // The account's own log goes with the account.
  'DELETE /v1/app/me': {
    action: 'account.deleted',
    ofService: true,
    subject: (_, userId) => hashOfAccount(userId ?? ''),
  },
};

const ORGANIZATION = '/v1/operator/organizations/:organization_id';

/** The routes by which an operator changes an organization, in whose log the event is. Others only read. */
export const OPERATOR_CHANGES: Readonly<Record<string, Audited>> = {
  [`PATCH ${ORGANIZATION}`]: { action: 'operator.org.changed', subject: ({ organization_id: id }) => id },
  [`POST ${ORGANIZATION}/keys`]: { action: 'operator.key.created', subject: ({ key_id: id }) => id },
  [`DELETE ${ORGANIZATION}/keys/:key_id`]: { action: 'operator.key.revoked', subject: ({ key_id: id }) => id },
};

/** Records the security event that a request was, before it is answered. */
export function createAudit({ accounts, platform }: AuditDeps) {
  async function record(request: Request, requestId: unknown, owner: string, event: AuditEvent): Promise<void> {
    const from = { address: platform.clientAddress(request), requestId: String(requestId) };
    try {
      await accounts.audit.record(owner, { ...event, ...from });
    } catch (error) {
      // What was done stays done, and the log keeps what the audit log could not.
      platform.log.error({ ...event, ...from, owner, error: describeError(error) }, 'Audit event not recorded');
    }
  }

  return {
    handled: ({ request, route, params, responseValue, set }: Handled): Promise<void> | undefined => {
      const requestId = set.headers['x-request-id'];
      if (methodOf(request) === 'OPTIONS') return undefined;
      if (isOperators(route)) {
        const change = OPERATOR_CHANGES[`${methodOf(request)} ${route}`];
        if (!change)
          return record(request, requestId, SERVICE, { action: 'operator.read', by: 'operator', subject: route });
        const ids = { ...asIds(responseValue), ...asIds(params) };
        const [owner, subject] = [
          String(ids['organization_id']).toLowerCase(),
          String(change.subject?.(ids, undefined)),
        ];
        return record(request, requestId, owner, { action: change.action, by: 'operator', subject });
      }
      const { userId } = factsOf(request);
      if (route === '/v1/app/sign-in/link' && methodOf(request) === 'POST') {
        const action = userId ? 'signed_in' : 'sign_in.refused';
        return record(request, requestId, userId ?? REFUSED, { action, by: 'link', actor: userId });
      }
      const audited = AUDITED[`${methodOf(request)} ${route}`];
      if (!audited || userId === undefined) return undefined;
      const { action, ofService, subject, happened } = audited;
      if (happened?.(asIds(responseValue)) === false) return undefined;
      const by = request.headers.has('authorization') ? 'token' : 'session';
      const about = subject?.({ ...asIds(responseValue), ...asIds(params) }, userId);
      const event = { action, by, subject: about ? String(about) : undefined } as const;
      if (ofService) return record(request, requestId, SERVICE, event);
      return record(request, requestId, userId, { ...event, actor: userId });
    },
    /** Records that an operator's credential was refused. */
    refused: async (request: Request, path: string, status: number, requestId: string): Promise<void> => {
      if (status !== 401 || !isOperators(path)) return;
      await record(request, requestId, REFUSED, { action: 'operator.refused', by: 'none' });
    },
  };
}

const asIds = (value: unknown): Ids => (typeof value === 'object' && value !== null ? (value as Ids) : {});

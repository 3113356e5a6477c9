import { describeRefusal, RequestError } from './client.ts';
import type {
  FailingEndpoint,
  Items,
  NewOrganizationKey,
  OperatorLinks,
  Organization,
  OrganizationUsage,
} from './types.ts';

export interface Overview {
  readonly organizations: readonly Organization[];
  readonly usage: readonly OrganizationUsage[];
  readonly endpoints: readonly FailingEndpoint[];
  readonly links: OperatorLinks;
}

const DAYS = 30;

/** Everything that the operator's page shows. @throws {RequestError} */
export async function readOverview(credential: string): Promise<Overview> {
  const get = <T>(path: string) => ask<T>(credential, 'GET', path);
  const [organizations, usage, endpoints, links] = await Promise.all([
    get<Items<Organization>>('/organizations'),
    get<Items<OrganizationUsage>>(`/usage?days=${DAYS}`),
    get<Items<FailingEndpoint>>('/failing-endpoints'),
    get<OperatorLinks>('/links'),
  ]);
  return { organizations: organizations.items, usage: usage.items, endpoints: endpoints.items, links };
}

/** What an operator changes. All reject with {@link RequestError}. */
export interface OperatorActions {
  setOrigins(organizationId: string, origins: readonly string[]): Promise<Organization>;
  /** @param expiresAt RFC 3339; null for a key that does not expire */
  createKey(organizationId: string, label: string, expiresAt: string | null): Promise<NewOrganizationKey>;
  revokeKey(organizationId: string, keyId: string): Promise<void>;
}

/** The changes that the operator with this token may make. */
export function operatorActions(credential: string): OperatorActions {
  const path = (organizationId: string) => `/organizations/${organizationId}`;
  return {
    setOrigins: (id, origins) => ask(credential, 'PATCH', path(id), { allowed_origins: origins }),
    createKey: (id, label, expiresAt) => ask(credential, 'POST', `${path(id)}/keys`, { label, expires_at: expiresAt }),
    revokeKey: (id, keyId) => ask(credential, 'DELETE', `${path(id)}/keys/${keyId}`),
  };
}

async function ask<T>(credential: string, method: string, path: string, body?: object): Promise<T> {
  const json = body && { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${credential}`, ...json };
  const init: RequestInit = { method, headers, credentials: 'omit', ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`/v1/operator${path}`, init).catch(() => null);
  if (!response) throw new RequestError(0, 'Sotto cannot be reached. Check your connection');
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new RequestError(response.status, describeRefusal(response.status, answer));
  return answer as T;
}

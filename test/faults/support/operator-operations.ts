import { createEnterpriseKeyStore } from '../../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../../accounts/organizations.ts';
import { OPERATOR_TOKEN } from '../../support/api.ts';
import type { Operation } from './operations.ts';

/** A call to the operator API about an organization and its key. */
function operator(
  method: string,
  path: (ids: { organizationId: string; keyId: string }) => string,
  body: object | null = null,
): Operation {
  return async (api) => {
    const { redis } = api.redis;
    const { organizationId } = await createOrganizationStore(redis).create({ name: 'Acme' });
    const key = await createEnterpriseKeyStore(redis).create(organizationId, { label: 'test' });
    const ids = { organizationId, keyId: key?.key.keyId ?? '' };
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    return () =>
      fetch(`${api.url}/v1/operator/organizations/${path(ids)}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
  };
}

/** Every call of the operator API that writes to Redis, by its route. */
export const OPERATOR_OPERATIONS: Readonly<Record<string, Operation>> = {
  'PATCH /v1/operator/organizations/:organization_id': operator('PATCH', ({ organizationId }) => organizationId, {
    allowed_origins: ['https://app.acme.example'],
  }),
  'POST /v1/operator/organizations/:organization_id/keys': operator(
    'POST',
    ({ organizationId }) => `${organizationId}/keys`,
    { label: 'Backend' },
  ),
  'DELETE /v1/operator/organizations/:organization_id/keys/:key_id': operator(
    'DELETE',
    ({ organizationId, keyId }) => `${organizationId}/keys/${keyId}`,
  ),
};

import { answer, invalid, noContent, refusal } from '../schemas/answers.ts';
import { OPERATOR_REFUSALS, operatorRoute } from './docs-parts.ts';

const KEY_EXAMPLE = {
  key_id: '9b1d2c3e-4f50-4617-8293-a4b5c6d7e8f9',
  label: 'Backend',
  last4: 'x7Qa',
  created_at: '2026-02-01T08:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};
const ORGANIZATION_EXAMPLE = {
  organization_id: '6f1d7a52-5f0e-4c6e-9a3b-0a8d8a6f3c11',
  name: 'Acme',
  allowed_origins: ['https://app.acme.example'],
  requests_a_minute: 600,
  created_at: '2026-02-01T08:00:00.000Z',
  keys: [KEY_EXAMPLE],
};
const missing = (what: string) => ({
  404: refusal(`There is no such ${what}, or the operator API is off`, `There is no such ${what}`),
});

/** OpenAPI of organizations for operators. */
export const ORGANIZATION_DOCS = {
  list: {
    ...operatorRoute,
    operationId: 'listOrganizations',
    summary: 'List organizations with their keys and allowed origins, oldest first',
    responses: {
      200: answer('OperatorOrganizationList', 'All organizations; never the secret of a key', {
        items: [ORGANIZATION_EXAMPLE],
      }),
      ...OPERATOR_REFUSALS,
    },
  },
  change: {
    ...operatorRoute,
    operationId: 'updateOrganization',
    summary: 'Change the allowed origins or the request limit of an organization',
    description: 'Omitted settings stay. The origins replace all earlier ones.',
    responses: {
      200: answer('OperatorOrganization', 'The organization', ORGANIZATION_EXAMPLE),
      ...OPERATOR_REFUSALS,
      ...missing('organization'),
      ...invalid(['body', 'allowed_origins', '0'], 'value_error', 'Value should be an origin: scheme://host[:port]'),
    },
  },
  createKey: {
    ...operatorRoute,
    operationId: 'createEnterpriseKey',
    summary: 'Create an enterprise key; its secret is shown once',
    responses: {
      201: answer('NewOperatorKey', 'The key with its secret', { ...KEY_EXAMPLE, secret: 'sotto_key_…' }),
      ...OPERATOR_REFUSALS,
      ...missing('organization'),
      409: refusal('The organization has too many keys', 'An organization may have at most 1000 keys'),
      ...invalid(['body', 'expires_at'], 'value_error', 'Value should lie in the future'),
    },
  },
  revokeKey: {
    ...operatorRoute,
    operationId: 'revokeEnterpriseKey',
    summary: 'Revoke an enterprise key and its client tokens at once',
    responses: {
      ...noContent('It is revoked'),
      ...OPERATOR_REFUSALS,
      ...missing('key'),
      ...invalid(['path', 'key_id'], 'value_error', 'Expected string to match format uuid'),
    },
  },
};

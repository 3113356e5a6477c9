import { answer, invalid } from '../schemas/answers.ts';
import { OPERATOR_REFUSALS, operatorRoute } from './docs-parts.ts';

const ORGANIZATION_ID = '6f1d7a52-5f0e-4c6e-9a3b-0a8d8a6f3c11';

/** OpenAPI of the operator API. */
export const OPERATOR_DOCS = {
  usage: {
    ...operatorRoute,
    operationId: 'getOrganizationUsage',
    summary: 'Get the dictations of each organization by day in UTC, including today, oldest first',
    description: 'Organizations without a dictation in these days are left out. Counts expire after USAGE_RETENTION.',
    responses: {
      200: answer('OrganizationUsage', 'Every day of each organization that dictated', {
        items: [{ day: '2026-02-03', organization_id: ORGANIZATION_ID, dictations: 12, seconds: 184.5, failed: 1 }],
      }),
      ...OPERATOR_REFUSALS,
      ...invalid(['query', 'days'], 'value_error', 'Expected integer to be less or equal to 90'),
    },
  },
  failingEndpoints: {
    ...operatorRoute,
    operationId: 'listFailingEndpoints',
    summary: 'List webhook endpoints of all users that fail or were disabled because of failures',
    description: 'The latest failure comes first.',
    responses: {
      200: answer('FailingEndpointList', 'Failing endpoints', {
        items: [
          {
            endpoint_id: '2d0b3c5e-4f50-4617-8293-a4b5c6d7e8f9',
            user_id: '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e',
            host: 'hooks.example.org',
            status: 'enabled',
            failing_since: '2026-02-03T04:05:00.000Z',
            disabled_at: null,
          },
        ],
      }),
      ...OPERATOR_REFUSALS,
      ...invalid(['query', 'limit'], 'value_error', 'Expected integer to be less or equal to 500'),
    },
  },
  links: {
    ...operatorRoute,
    operationId: 'getOperatorLinks',
    summary: "Get the address of Temporal's Web UI",
    responses: {
      200: answer('OperatorLinks', "The Web UI's address, null unless configured, and the namespace", {
        temporal_ui: 'http://127.0.0.1:8233',
        namespace: 'default',
      }),
      ...OPERATOR_REFUSALS,
    },
  },
};

import { SESSION_REFUSALS, sessionOnly } from '../app/docs-parts.ts';
import { answer, invalid, noContent, refusal } from '../schemas/answers.ts';

const BAD_REQUEST = {
  400: refusal(
    'An unknown program or an unregistered address',
    'This program is not registered here, or its registration has expired',
  ),
};
const INVALID = invalid(['body', 'request'], 'missing', 'Field required');
const APP = {
  grant_id: '1c9e6c1a-5d0f-4a2b-8e3c-7d6f5e4a3b2c',
  client_name: 'Claude',
  redirect_host: 'claude.ai',
  scopes: ['notes:read'],
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: '2026-02-03T04:05:00.000Z',
};

/** OpenAPI of the consent page's requests and of connected programs. */
export const CONSENT_DOCS = {
  ask: {
    ...sessionOnly,
    operationId: 'readAuthorizationRequest',
    summary: 'Get the program and the scopes of an authorization request',
    responses: {
      200: answer('AuthorizationRequest', 'Who asks, and for what', {
        client_name: 'Claude',
        redirect_host: 'claude.ai',
        scopes: ['notes:read'],
        redirect_to: null,
      }),
      ...BAD_REQUEST,
      ...SESSION_REFUSALS,
      ...INVALID,
    },
  },
  decide: {
    ...sessionOnly,
    operationId: 'decideAuthorizationRequest',
    summary: 'Allow or refuse the access that a program asks for',
    responses: {
      200: answer('AuthorizationDecision', 'The next address of the browser', {
        redirect_to: 'https://claude.ai/api/mcp/auth_callback?code=sotto_ac_…&state=…',
      }),
      ...BAD_REQUEST,
      ...SESSION_REFUSALS,
      ...INVALID,
    },
  },
  list: {
    ...sessionOnly,
    operationId: 'listConnectedApps',
    summary: 'List the programs that the user connected, most recently used first',
    responses: { 200: answer('ConnectedAppList', 'All of them', { items: [APP] }), ...SESSION_REFUSALS },
  },
  revoke: {
    ...sessionOnly,
    operationId: 'revokeConnectedApp',
    summary: 'End the access of a program at once',
    responses: {
      ...noContent('The access has ended'),
      ...SESSION_REFUSALS,
      404: refusal('No such program of this user', 'Connected app not found'),
      ...invalid(['path', 'grant_id'], 'uuid_parsing', 'Input should be a valid UUID'),
    },
  },
};

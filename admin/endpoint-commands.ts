import type { WebhookEndpoint } from '../webhooks/store/endpoints.ts';
import { type AdminDeps, AdminError, type Command, type Given, instant, type Row } from './command.ts';
import { userOf } from './user-commands.ts';

const NAMES = ['email', 'endpoint-id'] as const;

/** Commands about users' webhook endpoints. */
export const endpointCommands: readonly Command[] = [
  {
    name: 'endpoint list',
    summary: "List a user's webhook endpoints, newest first",
    arguments: ['email'],
    options: {},
    run: async (deps, given) => {
      const { userId } = await userOf(deps, given.argument('email'));
      return (await deps.endpoints.list(userId)).map(endpointRow);
    },
  },
  {
    name: 'endpoint enable',
    summary: 'Let a webhook endpoint take events again, with a clean record',
    arguments: NAMES,
    options: {},
    run: async (deps, given) => {
      const { userId, endpointId } = await endpointOf(deps, given);
      await deps.endpoints.enable(userId, endpointId);
      return { endpoint_id: endpointId, status: 'enabled' };
    },
  },
  {
    name: 'endpoint disable',
    summary: 'Stop a webhook endpoint',
    arguments: NAMES,
    options: {},
    run: async (deps, given) => {
      const { userId, endpointId } = await endpointOf(deps, given);
      await deps.endpoints.disable(userId, endpointId);
      return { endpoint_id: endpointId, status: 'disabled' };
    },
  },
  {
    name: 'endpoint delete',
    summary: 'Remove a webhook endpoint with the log of its attempts',
    arguments: NAMES,
    options: {},
    run: async (deps, given) => {
      const { userId, endpointId } = await endpointOf(deps, given);
      await deps.endpoints.remove(userId, endpointId);
      return { endpoint_id: endpointId, state: 'deleted' };
    },
  },
];

async function endpointOf(deps: AdminDeps, given: Given): Promise<WebhookEndpoint> {
  const { userId, email } = await userOf(deps, given.argument('email'));
  const id = given.argument('endpoint-id');
  const endpoint = (await deps.endpoints.list(userId)).find(({ endpointId }) => endpointId === id);
  if (!endpoint) throw new AdminError(`Cannot find endpoint '${id}' of ${email}`);
  return endpoint;
}

function endpointRow(endpoint: WebhookEndpoint): Row {
  return {
    endpoint_id: endpoint.endpointId,
    user_id: endpoint.userId,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: instant(endpoint.disabledAt ?? undefined),
    failing_since: instant(endpoint.failingSince ?? undefined),
    created_at: instant(endpoint.createdAt),
  };
}

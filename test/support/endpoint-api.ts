import { expect } from 'bun:test';
import { Client } from '@temporalio/client';
import { startTestApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startReceiver } from './receiver.ts';
import { openTemporal } from './temporal.ts';
import { startWebhookService } from './webhooks.ts';

/** All fields of answers that the tests of webhook endpoints read. */
export interface Answer {
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly attempt_id: string;
  readonly at: string;
  readonly secret: string;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly secrets: readonly unknown[];
  readonly ping: Answer;
  readonly items: readonly Answer[];
  readonly next_cursor: string | null;
  readonly detail: readonly { readonly loc: readonly unknown[]; readonly type: string }[];
}

export type EndpointApi = Awaited<ReturnType<typeof startEndpointApi>>;
export type EndpointUser = Awaited<ReturnType<EndpointApi['startUser']>>;

/** The routes of webhook endpoints, the delivering worker, and a receiver that they may reach. */
export async function startEndpointApi() {
  const temporal = await openTemporal();
  const { connection, namespace } = temporal;
  const api = await startTestApi({ client: new Client({ connection, namespace }), webhookNetworks: '127.0.0.0/8' });
  api.clock.ms = Date.now();
  const service = await startWebhookService({ redis: api.redis.redis, connection, namespace });
  const receiver = await startReceiver();

  /** A user with a token, and a client for them. */
  async function startUser(scopes: ('notes:read' | 'webhooks:write')[] = ['webhooks:write']) {
    const userId = crypto.randomUUID();
    const made = await api.tokens.create(userId, { name: 'test', scopes });
    const call = async (method: string, path = '', body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${api.url}/v1/app/webhook-endpoints${path}`, {
        method,
        headers: {
          authorization: `Bearer ${made?.secret}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer };
    };
    return { userId, call };
  }

  type User = Awaited<ReturnType<typeof startUser>>;

  async function createEndpoint(user: User, fields: Record<string, unknown> = {}): Promise<Answer> {
    const { status, body } = await user.call('POST', '', { url: receiver.url, ...fields });
    expect(status).toBe(201);
    return body;
  }

  const attemptsOf = async (user: User, id: string, query = '') =>
    (await user.call('GET', `/${id}/attempts${query}`)).body.items;

  const logged = (user: User, id: string, count: number) =>
    eventually(`${count} attempts in the log`, async () => {
      const items = await attemptsOf(user, id);
      return items.length >= count && items;
    });

  return {
    ...{ api, service, receiver, startUser, createEndpoint, attemptsOf, logged },
    /** Resets everything between two tests. */
    reset: () => {
      receiver.requests.length = 0;
      receiver.answerWith(204);
    },
    stop: async () => {
      await service.stop();
      await api.stop();
      await temporal.stop();
      await receiver.stop();
    },
  };
}

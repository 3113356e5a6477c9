import type { Clock } from '../../platform/clock.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import type { WebhookEndpoint, WebhookEndpointStore } from './endpoints.ts';

/** An attempt that is being recorded must not lose its entry in the index. */
const GRACE_MS = 60_000;

/**
 * Finds the endpoints of all users that fail, or that were disabled because of failures. The index has an entry of each
 * before it starts to fail, and may have entries of others, which a read removes.
 */
export function createFailingEndpoints(
  redis: Redis,
  { endpoints, now = Date.now }: { readonly endpoints: Pick<WebhookEndpointStore, 'get'>; readonly now?: Clock },
) {
  return {
    /** The endpoints that failed most recently come first. */
    list: async (limit: number): Promise<WebhookEndpoint[]> => {
      const settledBefore = now() - GRACE_MS;
      const members = await redis.zrevrange(keys.failingEndpoints(), 0, limit - 1);
      const found = await Promise.all(
        members.map(async (member) => {
          const [userId = '', endpointId = ''] = member.split('/');
          const endpoint = await endpoints.get(userId, endpointId);
          return { member, endpoint: endpoint && fails(endpoint) ? endpoint : null };
        }),
      );
      const over = found.flatMap(({ member, endpoint }) => (endpoint ? [] : [member]));
      const times = over.length === 0 ? [] : await redis.zmscore(keys.failingEndpoints(), ...over);
      const stale = over.filter((_, index) => Number(times[index] ?? 0) < settledBefore);
      if (stale.length > 0) await redis.zrem(keys.failingEndpoints(), ...stale);
      return found.flatMap(({ endpoint }) => endpoint ?? []);
    },
  };
}

function fails({ status, failingSince, disabledReason }: WebhookEndpoint): boolean {
  return status === 'enabled' ? failingSince !== null : disabledReason === 'failing' || disabledReason === 'gone';
}

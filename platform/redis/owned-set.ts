import type { Redis } from './connection.ts';
import { scanMembers } from './scan.ts';

/** One member: an id with the user or organization that it belongs to. */
export interface OwnedMember {
  readonly ownerId: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

export type OwnedSet = ReturnType<typeof createOwnedSet>;

/** Roughly how many members a page has. */
const PAGE = 100;
/** How long settled members are collected for one command. */
const COLLECT_MS = 100;

/** A sorted set, by time, of ids that belong to users or organizations: work that a reconciler completes after a crash. */
export function createOwnedSet(redis: Redis, key: string, { now = Date.now }: { now?: () => number } = {}) {
  let collected: string[] = [];

  async function settleCollected(): Promise<void> {
    const members = collected;
    collected = [];
    // The reconciler settles those of a command that fails.
    await redis.zrem(key, ...members).catch(() => {});
  }

  return {
    async begin(ownerId: string, id: string, since = now()): Promise<void> {
      await redis.zadd(key, since, `${ownerId}/${id}`);
    },
    async settle(ownerId: string, id: string): Promise<void> {
      await redis.zrem(key, `${ownerId}/${id}`);
    },
    /**
     * Settles within a fraction of a second, in one command with others. The caller does not learn whether it succeeded: if
     * Redis is unavailable or the process ends, the member stays until the reconciler settles it.
     */
    settleSoon(ownerId: string, id: string): void {
      if (collected.push(`${ownerId}/${id}`) === 1) setTimeout(settleCollected, COLLECT_MS).unref();
    },
    /**
     * All members up to a time, in pages and in no order. They may be settled meanwhile; one may appear twice.
     * @param until epoch milliseconds
     */
    async *pages(until: number): AsyncGenerator<OwnedMember[]> {
      let cursor = '0';
      do {
        const [next, rows] = await redis.zscan(key, cursor, 'COUNT', PAGE);
        const page = readRows(rows).filter(({ since }) => since <= until);
        if (page.length > 0) yield page;
        cursor = next;
      } while (cursor !== '0');
    },
    /** The ids of one owner, in batches. It reads the members of all owners. */
    async *idsOf(ownerId: string): AsyncGenerator<string[]> {
      for await (const members of scanMembers(redis, key, `${ownerId}/*`)) {
        yield members.map((member) => member.slice(ownerId.length + 1));
      }
    },
  };
}

function readRows(rows: readonly string[]): OwnedMember[] {
  return Array.from({ length: rows.length / 2 }, (_, row) => {
    const [ownerId = '', id = ''] = (rows[row * 2] ?? '').split('/');
    return { ownerId, id, since: Number(rows[row * 2 + 1]) };
  });
}

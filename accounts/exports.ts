import { randomUUID } from 'node:crypto';
import type { ExportInput, ExportStatus } from '../contracts/account.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { eventArgs } from '../platform/redis/user-events.ts';

/** How long an export can be downloaded. */
export const EXPORT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The latest export of a user. */
export interface AccountExport {
  readonly exportId: string;
  readonly status: ExportStatus;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export type ExportStore = ReturnType<typeof createExportStore>;

/** Stores each user's latest export. A user has one export at a time. */
export function createExportStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}) {
  async function latest(userId: string): Promise<AccountExport | null> {
    const kept = await redis.get(keys.accountExport(userId));
    return kept === null ? null : (JSON.parse(kept) as AccountExport);
  }
  return {
    latest,
    /** Starts an export, or returns the one that is running. */
    async begin(userId: string): Promise<AccountExport> {
      const known = await latest(userId);
      if (known?.status === 'running') return known;
      const made: AccountExport = { exportId: randomUUID(), status: 'running', createdAt: now() };
      await redis.set(keys.accountExport(userId), JSON.stringify(made), 'PX', EXPORT_LIFETIME_MS);
      return made;
    },
    /** Records how an export ended and tells the user's open pages, if it is still the latest. */
    async end({ userId, exportId }: ExportInput, status: 'completed' | 'failed'): Promise<void> {
      const known = await latest(userId);
      if (known?.exportId !== exportId) return;
      await redis.set(keys.accountExport(userId), JSON.stringify({ ...known, status }), 'KEEPTTL', 'XX');
      const { channel, event } = eventArgs(userId, { event: 'export', data: { export_id: exportId, status } });
      await redis.publish(channel, event);
    },
  };
}

/** Name of an export in the recordings store. */
export function exportObject(userId: string, exportId: string): string {
  return `exports/${userId}-${exportId}`;
}

import { randomUUID } from 'node:crypto';
import type { ExportInput, ExportStatus } from '../contracts/account.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';

/** How long an export can be had. */
export const EXPORT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The latest export of a user. */
export interface AccountExport {
  readonly exportId: string;
  readonly status: ExportStatus;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export type ExportStore = ReturnType<typeof createExportStore>;

/** Keeps which export a user asked for last: there is one at a time. */
export function createExportStore(redis: Redis, { now = Date.now }: { now?: () => number } = {}) {
  async function latest(userId: string): Promise<AccountExport | null> {
    const kept = await redis.get(keys.accountExport(userId));
    return kept === null ? null : (JSON.parse(kept) as AccountExport);
  }
  return {
    latest,
    /** Begins an export; one that is running is given instead. */
    async begin(userId: string): Promise<AccountExport> {
      const known = await latest(userId);
      if (known?.status === 'running') return known;
      const made: AccountExport = { exportId: randomUUID(), status: 'running', createdAt: now() };
      await redis.set(keys.accountExport(userId), JSON.stringify(made), 'PX', EXPORT_LIFETIME_MS);
      return made;
    },
    /** Says how an export ended, as long as it is the latest. */
    async end({ userId, exportId }: ExportInput, status: ExportStatus): Promise<void> {
      const known = await latest(userId);
      if (known?.exportId !== exportId) return;
      await redis.set(keys.accountExport(userId), JSON.stringify({ ...known, status }), 'KEEPTTL', 'XX');
    },
  };
}

/** Name of an export in the recordings store. */
export function exportObject(userId: string, exportId: string): string {
  return `exports/${userId}-${exportId}`;
}

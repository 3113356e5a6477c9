import { createShares, halfOfTheRest } from './shares.ts';

/** Uploads that a process reads at once. Each holds a connection, and one of a recording a file. */
const MAX_UPLOADS = 1_000;
/** Of them, a user's. */
export const MAX_UPLOADS_PER_USER = 20;

/** The uploads that one process reads. */
export interface Uploads {
  /** Runs an upload of an organization; null when it has its share of them already. */
  ofOrganization<T>(organizationId: string, upload: () => Promise<T>): Promise<T | null>;
  /** Runs an upload of a user; null when {@link MAX_UPLOADS_PER_USER} or a share of all are under way. */
  ofUser<T>(userId: string, upload: () => Promise<T>): Promise<T | null>;
}

/** Shares a process's uploads out, so that those of one holder, however slow, leave room for the others'. */
export function createUploads(): Uploads {
  const all = createShares(MAX_UPLOADS, halfOfTheRest);
  const users = createShares(Number.MAX_SAFE_INTEGER, () => MAX_UPLOADS_PER_USER);

  async function run<T>(holder: string, upload: () => Promise<T>): Promise<T | null> {
    if (!all.take(holder, 1)) return null;
    try {
      return await upload();
    } finally {
      all.release(holder, 1);
    }
  }

  return {
    ofOrganization: run,
    ofUser: async (userId, upload) => {
      if (!users.take(userId, 1)) return null;
      try {
        return await run(userId, upload);
      } finally {
        users.release(userId, 1);
      }
    },
  };
}

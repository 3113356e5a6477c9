import { createShares, halfOfTheRest } from './shares.ts';

/** Maximum number of uploads that a process reads at once. Each uses a connection, and a recording also a file. */
const MAX_UPLOADS = 1_000;
/** Maximum number of these uploads per user. */
export const MAX_UPLOADS_PER_USER = 20;

/** The uploads that one process reads. */
export interface Uploads {
  /** Runs an upload of an organization; null when the organization has used up its share. */
  ofOrganization<T>(organizationId: string, upload: () => Promise<T>): Promise<T | null>;
  /** Runs an upload of a user; null when the user has {@link MAX_UPLOADS_PER_USER} open or has used up the share. */
  ofUser<T>(userId: string, upload: () => Promise<T>): Promise<T | null>;
}

/** Divides the uploads of a process, so that the slow uploads of one holder leave capacity for others. */
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

/**
 * Every key that Sotto keeps in Redis. What belongs to one user or organization carries its id as hash tag, so that
 * one script's keys share a cluster slot.
 */
export const keys = {
  /** Hash: one user. */
  user: (userId: string) => `v1:{${userId}}:user`,
  /** String: user id of an e-mail address, which is named by its SHA-256. */
  userByEmail: (emailHash: string) => `v1:user-by-email:${emailHash}`,
  /** Hash: one personal token, without its secret. */
  token: (userId: string, tokenId: string) => `v1:{${userId}}:token:${tokenId}`,
  /** Set: ids of a user's personal tokens. */
  tokens: (userId: string) => `v1:{${userId}}:tokens`,
} as const;

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
  /** Hash: one browser's session, without its secret. Expires 30 days after it was made. */
  session: (userId: string, sessionId: string) => `v1:{${userId}}:session:${sessionId}`,
  /** String: the address that a sign-in link was mailed to. Gone once used, or after 15 minutes. */
  signInLink: (linkHash: string) => `v1:sign-in:${linkHash}`,
  /** Prefix of the counters of sign-in mails per address, which is named by its SHA-256. Expire after an hour. */
  signInMails: 'v1:sign-in-mails',
  /** String, JSON: usage of one dictation, without content; expires after USAGE_RETENTION. */
  usage: (orgId: string, transcriptionId: string) => `v1:{${orgId}}:usage:${transcriptionId}`,
  /** String, JSON: request and response of a dictation with `store=true`; expires after STORE_RETENTION. */
  dictation: (orgId: string, transcriptionId: string) => `v1:{${orgId}}:dictation:${transcriptionId}`,
  /** Hash: one organization. */
  organization: (organizationId: string) => `v1:{${organizationId}}:organization`,
  /** Set: ids of all organizations. */
  organizations: () => 'v1:organizations',
  /** Set: ids of the organizations that allow an origin. May hold more than is true, never less. */
  originOrganizations: (origin: string) => `v1:origin:${origin}`,
  /** Hash: one enterprise key, without its secret. */
  enterpriseKey: (organizationId: string, keyId: string) => `v1:{${organizationId}}:enterprise-key:${keyId}`,
  /** Set: ids of an organization's enterprise keys. */
  enterpriseKeys: (organizationId: string) => `v1:{${organizationId}}:enterprise-keys`,
  /** String: requests that an enterprise key made in the running minute. Expires with the minute. */
  requestRate: (organizationId: string, keyId: string) => `v1:{${organizationId}}:requests:${keyId}`,
  /** Sorted set: recordings kept for a time only, by the epoch milliseconds at which they are to go. */
  recordingExpiries: () => 'v1:recording-expiries',
  /** String, JSON: one feedback, without what was attached. Expires after USAGE_RETENTION. */
  feedback: (organizationId: string, feedbackId: string) => `v1:{${organizationId}}:feedback:${feedbackId}`,
  /** String: the text attached to a feedback. Expires after STORE_RETENTION. */
  feedbackText: (organizationId: string, feedbackId: string) => `v1:{${organizationId}}:feedback-text:${feedbackId}`,
  /** Sorted set: ids of an organization's feedback, by the epoch milliseconds at which it came. */
  feedbackIndex: (organizationId: string) => `v1:{${organizationId}}:feedback`,
} as const;

/**
 * Every key that Sotto stores in Redis. Keys of one user or organization have its id as hash tag, so that the keys of
 * one script share a cluster slot.
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
  /** Hash: one browser's session, with hashes of its secrets. Expires 30 days after the newest secret was created. */
  session: (userId: string, sessionId: string) => `v1:{${userId}}:session:${sessionId}`,
  /** Sorted set: ids of a user's sessions, by the epoch milliseconds at which each expires. Expires with the last. */
  sessions: (userId: string) => `v1:{${userId}}:sessions`,
  /** Hash: one note: its number, version and times, and the rest as compressed JSON. */
  note: (userId: string, noteId: string) => `v1:{${userId}}:note:${noteId}`,
  /** String: a record of 44 bytes for each note a user ever created, in order of creation: id and time. */
  notes: (userId: string) => `v1:{${userId}}:notes`,
  /** Hash: what a list shows of each of a user's notes, as a JSON list, by its number. */
  items: (userId: string) => `v1:{${userId}}:items`,
  /** Hash: which of a user's notes each term and word occurs in, in blocks of 1,024 notes. */
  postings: (userId: string) => `v1:{${userId}}:postings`,
  /** Hash: words and tags of a user's notes that are not in the postings yet, by number; and `bytes`, their length. */
  unmerged: (userId: string) => `v1:{${userId}}:unmerged`,
  /** String: bytes of all recordings of a user's notes together. */
  noteBytes: (userId: string) => `v1:{${userId}}:note-bytes`,
  /** String: 8 bytes for each note of a user, when it was updated. */
  updates: (userId: string) => `v1:{${userId}}:updates`,
  /** String: 8 bytes for each 64 notes of a user, when the latest of them was updated. */
  latestUpdates: (userId: string) => `v1:{${userId}}:latest-updates`,
  /** Hash: one tag. */
  tag: (userId: string, tagId: string) => `v1:{${userId}}:tag:${tagId}`,
  /** Hash: id of each of a user's tags by its name in lower case. */
  tags: (userId: string) => `v1:{${userId}}:tags`,
  /** Sorted set: recordings that are being stored or deleted, by time: `<user id>/<note id>`. */
  unsettledRecordings: () => 'v1:unsettled-recordings',
  /** Sorted set: notes whose processing was started, by when to check them: `<user id>/<note id>`. */
  notesUnderWay: () => 'v1:notes-under-way',
  /** Sorted set: webhook events that were emitted, by when to check them: `<user id>/<message id>`. */
  openEvents: () => 'v1:open-events',
  /** String: epoch milliseconds up to which the notes were compared with ended runs in Temporal. */
  notesComparedUntil: () => 'v1:notes-compared-until',
  /** List: finished pieces of a transcription under way, JSON. Expires after a week. */
  pieces: (userId: string, noteId: string, run: number) => `v1:{${userId}}:pieces:${noteId}:${run}`,
  /** String, JSON: the export that a user asked for last. Expires after a day. */
  accountExport: (userId: string) => `v1:{${userId}}:account-export`,
  /** Hash: the link of a user's feed, without its secret. */
  feed: (userId: string) => `v1:{${userId}}:feed`,
  /** Hash: a program that a user connected by OAuth, with hashes of its tokens. Expires with the last of them. */
  oauthGrant: (userId: string, grantId: string) => `v1:{${userId}}:oauth-grant:${grantId}`,
  /** Sorted set: ids of a user's connected programs, by the epoch milliseconds at which each expires. Expires with the last. */
  oauthGrants: (userId: string) => `v1:{${userId}}:oauth-grants`,
  /** String, JSON: a program that registered itself. Expires after a day, or 60 days after it was last issued tokens. */
  oauthClient: (clientId: string) => `v1:oauth-client:${clientId}`,
  /** String: programs that a client address registered in the current hour. Expires with the hour. */
  oauthRegistrationRate: (client: string) => `v1:oauth-registration-rate:${client}`,
  /** String, JSON: the formatting preferences of a user's own dictations. */
  dictationPreferences: (userId: string) => `v1:{${userId}}:dictation-preferences`,
  /** String, JSON: a note that was deleted and may be restored. Expires after 10 minutes. */
  deletedNote: (userId: string, noteId: string) => `v1:{${userId}}:deleted-note:${noteId}`,
  /** Hash: one resumable upload: size, offset, note and the client's metadata. Expires after a week. */
  upload: (userId: string, uploadId: string) => `v1:{${userId}}:upload:${uploadId}`,
  /** List: recordings that hold an upload's bytes so far, in order. Expires with it. */
  uploadParts: (userId: string, uploadId: string) => `v1:{${userId}}:upload-parts:${uploadId}`,
  /** String: the lease of the request that creates an upload's note. Expires after a minute. */
  uploadFinisher: (userId: string, uploadId: string) => `v1:{${userId}}:upload-finisher:${uploadId}`,
  /** Sorted set: ids of a user's unfinished uploads, by the epoch milliseconds at which each expires. */
  openUploads: (userId: string) => `v1:{${userId}}:open-uploads`,
  /** String: the address that a sign-in link was mailed to. Gone once used, or after 15 minutes. */
  signInLink: (linkHash: string) => `v1:sign-in:${linkHash}`,
  /** Sorted set: sign-in mails to send, by due time: `<when it was requested>/<address>`. */
  signInMailsDue: () => 'v1:sign-in-mails-due',
  /** String: requested sign-ins of one kind, by the SHA-256 of the client or address. Expires within an hour. */
  signInRate: (kind: string, hash: string) => `v1:sign-in-rate:${kind}:${hash}`,
  /** String: a user's requests of one kind in the current minute. Expires with the minute. */
  userRate: (userId: string, kind: string) => `v1:{${userId}}:rate:${kind}`,
  /** String: requests from a client's address in the current minute. Expires with the minute. */
  clientRate: (client: string) => `v1:client-rate:${client}`,
  /** String: requests to the operator API from a client's address in the current minute. Expires with the minute. */
  operatorRate: (client: string) => `v1:operator-rate:${client}`,
  /** String, JSON: usage of one dictation, without content; expires after USAGE_RETENTION. */
  usage: (orgId: string, transcriptionId: string) => `v1:{${orgId}}:usage:${transcriptionId}`,
  /** Hash: what a user or an organization used on a day in UTC, in numbers; expires USAGE_RETENTION after the last use. */
  usageDay: (ownerId: string, day: string) => `v1:{${ownerId}}:usage-day:${day}`,
  /** String, JSON: the dictation or feedback of a request, without content; expires after USAGE_RETENTION. */
  request: (requestId: string) => `v1:request:${requestId}`,
  /** String, JSON: request and response of a dictation with `store=true`; expires after STORE_RETENTION. */
  dictation: (orgId: string, transcriptionId: string) => `v1:{${orgId}}:dictation:${transcriptionId}`,
  /** Hash: one organization. */
  organization: (organizationId: string) => `v1:{${organizationId}}:organization`,
  /** Set: ids of all organizations. */
  organizations: () => 'v1:organizations',
  /** Set: ids of the organizations that allow an origin. May contain extra ids, but never misses one. */
  originOrganizations: (origin: string) => `v1:origin:${origin}`,
  /** String: a known text, sealed with the key that opens everything sealed in Redis. */
  sealingMarker: () => 'v1:sealing-marker',
  /** Stream: security events of a user or an organization. Expires AUDIT_RETENTION after the last. */
  audit: (ownerId: string) => `v1:{${ownerId}}:audit`,
  /** Stream: security events that belong to no account, or outlive it. Expires like the others. */
  serviceAudit: () => 'v1:audit',
  /** Stream: refused credentials that belong to no account. Expires like the others. */
  refusedAudit: () => 'v1:audit-refused',
  /** Hash: one enterprise key, without its secret. */
  enterpriseKey: (organizationId: string, keyId: string) => `v1:{${organizationId}}:enterprise-key:${keyId}`,
  /** Set: ids of an organization's enterprise keys. */
  enterpriseKeys: (organizationId: string) => `v1:{${organizationId}}:enterprise-keys`,
  /** String: requests with an enterprise key in the current minute. Expires with the minute. */
  requestRate: (organizationId: string, keyId: string) => `v1:{${organizationId}}:requests:${keyId}`,
  /** String: name of the marker in the store of recordings that all processes use. */
  recordingsStore: () => 'v1:recordings-store',
  /** Sorted set: temporary recordings, by the epoch milliseconds at which they expire. */
  recordingExpiries: () => 'v1:recording-expiries',
  /** String, JSON: one feedback, without its attachments. Expires after USAGE_RETENTION. */
  feedback: (organizationId: string, feedbackId: string) => `v1:{${organizationId}}:feedback:${feedbackId}`,
  /** String: the text attached to a feedback. Expires after STORE_RETENTION. */
  feedbackText: (organizationId: string, feedbackId: string) => `v1:{${organizationId}}:feedback-text:${feedbackId}`,
  /** Sorted set: ids of an organization's feedback, by the epoch milliseconds of its arrival. */
  feedbackIndex: (organizationId: string) => `v1:{${organizationId}}:feedback`,
  /** Set: ids of a user's webhook endpoints. */
  webhookEndpoints: (userId: string) => `v1:{${userId}}:webhook-endpoints`,
  /** Hash: one webhook endpoint: URL, state, failure streak and signing secrets. */
  webhookEndpoint: (userId: string, endpointId: string) => `v1:{${userId}}:webhook-endpoint:${endpointId}`,
  /**
   * Sorted set: endpoints that may be failing, by the epoch milliseconds of the last failure: `<user id>/<endpoint id>`.
   */
  failingEndpoints: () => 'v1:failing-endpoints',
  /** Hash: an endpoint's attempts, JSON by attempt id: 1,000 at most. Expires 30 days after the newest. */
  webhookAttempts: (userId: string, endpointId: string) => `v1:{${userId}}:webhook-endpoint:${endpointId}:attempts`,
  /** Sorted set: ids of the same attempts by epoch milliseconds. Expires with them. */
  webhookAttemptTimes: (userId: string, endpointId: string) =>
    `v1:{${userId}}:webhook-endpoint:${endpointId}:attempt-times`,
  /** Sorted set: ids of attempts under way, by the epoch milliseconds until which each counts. Expires after a day. */
  webhookInFlight: (userId: string, endpointId: string) => `v1:{${userId}}:webhook-endpoint:${endpointId}:in-flight`,
  /** Sorted set: ids of messages that wait for their next attempt, by its epoch milliseconds. Expires after 3 days. */
  webhookPending: (userId: string, endpointId: string) => `v1:{${userId}}:webhook-endpoint:${endpointId}:pending`,
  /** Hash: type and note of one event, for redelivery. Expires after 30 days. */
  webhookMessage: (userId: string, messageId: string) => `v1:{${userId}}:webhook-message:${messageId}`,
  /** String, JSON: the manual send of an Idempotency-Key (by its SHA-256). Expires after 30 days. */
  webhookIdempotency: (userId: string, keyHash: string) => `v1:{${userId}}:webhook-idempotency:${keyHash}`,
} as const;

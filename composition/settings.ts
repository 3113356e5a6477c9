import type { ServiceConfig } from '../platform/config/config.ts';

/** The configuration's limits, grouped by domain. Times in milliseconds, sizes in bytes. */
export type Settings = ReturnType<typeof settingsOf>;

/** Groups the configuration by domain. */
export function settingsOf(config: ServiceConfig) {
  return {
    accounts: {
      auditRetentionMs: config.AUDIT_RETENTION,
      requestsPerMinute: config.APP_REQUESTS_PER_MINUTE,
      requestsPerMinuteAndAddress: config.APP_REQUESTS_PER_MINUTE_AND_ADDRESS,
      sendsPerMinute: config.APP_SENDS_PER_MINUTE,
      operatorRequestsPerMinute: config.OPERATOR_REQUESTS_PER_MINUTE,
      signInMailsPerHour: config.SIGN_IN_MAILS_PER_HOUR,
      usageRetentionMs: config.USAGE_RETENTION,
    },
    operator: { token: config.OPERATOR_TOKEN, temporalUiUrl: config.TEMPORAL_UI_URL },
    dictation: {
      /** The time limit of a dictation after its upload. */
      timeoutMs: config.DICTATION_TIMEOUT,
      uploadTimeoutMs: config.DICTATION_UPLOAD_TIMEOUT,
      /** The minimum speed of an upload. */
      uploadMinBytesPerSecond: config.UPLOAD_MIN_BYTES_PER_SECOND,
      maxAudioBytes: config.MAX_DICTATION_BYTES,
      maxAudioSeconds: config.MAX_DICTATION_SECONDS,
      /** Dictations that one API process handles at once. */
      concurrency: config.DICTATION_CONCURRENCY,
      live: {
        /** Live sessions that one API process holds at once. */
        concurrency: config.LIVE_CONCURRENCY,
        maxMs: config.LIVE_MAX_DURATION,
        maxSilentMs: config.LIVE_MAX_SILENCE,
        lostAfterMs: config.LIVE_LOST_AFTER,
      },
      feedbackUploadTimeoutMs: config.FEEDBACK_UPLOAD_TIMEOUT,
      usageRetentionMs: config.USAGE_RETENTION,
      storeRetentionMs: config.STORE_RETENTION,
    },
    notes: {
      uploadTimeoutMs: config.NOTE_UPLOAD_TIMEOUT,
      uploadMinBytesPerSecond: config.UPLOAD_MIN_BYTES_PER_SECOND,
      maxBytes: config.MAX_NOTE_BYTES,
      /** What each user may keep. */
      quota: {
        maxNotes: config.NOTE_QUOTA ?? Number.MAX_SAFE_INTEGER,
        maxBytes: config.NOTE_QUOTA_BYTES ?? Number.MAX_SAFE_INTEGER,
      },
      /** Clocks that a time service keeps are milliseconds apart. */
      maxClockAheadMs: 5_000,
      maxSeconds: config.MAX_NOTE_SECONDS,
    },
    webhooks: {
      /** CIDRs that deliveries may reach although they are not public. */
      allowNetworks: config.WEBHOOK_ALLOW_NETWORKS,
      allowHttp: config.WEBHOOK_ALLOW_HTTP,
      /** Requests in flight to one endpoint. */
      concurrency: config.WEBHOOK_CONCURRENCY,
    },
  };
}

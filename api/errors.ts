/**
 * Every `code` of the enterprise API, with its status and its message.
 * The list is closed; README's table of errors is checked against it.
 */
export const ENTERPRISE_ERRORS = {
  not_multipart: [400, 'The body must be multipart/form-data'],
  malformed_body: [400, 'The body could not be read'],
  missing_field: [400, 'A required field is missing'],
  repeated_field: [400, 'A field may be given only once'],
  field_too_long: [400, 'A field is too long'],
  invalid_field: [400, 'Invalid field'],
  audio_empty: [400, 'The audio is empty'],
  audio_undecodable: [400, 'The audio could not be decoded'],
  audio_truncated: [400, 'The audio file is truncated'],
  audio_encrypted: [400, 'The audio is encrypted'],
  unsupported_codec: [400, "The audio's codec is not supported: send AAC-LC (mono or stereo), MP3, WAV, FLAC or Opus"],
  unsupported_language: [
    400,
    'The speech is not English, the only language of the embedded engine: send language=en if it is, or have the operator set SPEECH_URL',
  ],
  word_times_unavailable: [400, 'The speech engine gives no times of words'],
  credential_ambiguous: [400, 'Send X-API-Key or Authorization: Bearer, not both'],
  credential_missing: [401, 'Send X-API-Key or Authorization: Bearer'],
  credential_invalid: [401, 'The credential is not valid'],
  credential_expired: [401, 'The credential has expired'],
  credential_revoked: [401, 'The credential was revoked'],
  origin_not_allowed: [403, 'The organization does not allow this origin'],
  key_required: [403, 'Only the enterprise key itself may do this, not a client token'],
  not_found: [404, 'There is no such route'],
  method_not_allowed: [405, 'The route does not take this method: see Allow'],
  upgrade_required: [426, 'The route accepts only WebSocket connections'],
  upload_timed_out: [408, 'The upload took too long'],
  cancelled: [408, 'The dictation was cancelled'],
  timed_out: [408, 'The dictation took too long'],
  superseded: [408, 'A newer dictation with the same transcription_id took over'],
  audio_too_large: [413, 'The audio has too many bytes'],
  audio_too_long: [413, 'The audio lasts too long'],
  rate_limited: [429, 'Too many requests for this key'],
  engine_misconfigured: [500, 'The speech server refuses the configured key, address or model: tell the operator'],
  internal_error: [500, 'Something went wrong on our side'],
  busy: [503, 'All slots are taken'],
  engine_unavailable: [503, 'The speech engine is unavailable'],
  unavailable: [503, 'The service is unavailable for a moment'],
  engine_timed_out: [504, 'The speech engine did not answer in time'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type EnterpriseErrorCode = keyof typeof ENTERPRISE_ERRORS;

/** An error response of the enterprise API: `{error, code, request_id}` with the status of the code. */
export class EnterpriseError extends Error {
  override readonly name = 'EnterpriseError';
  readonly code: EnterpriseErrorCode;
  readonly status: number;
  /** Sent as `Retry-After`; every 429 and 503 has one. */
  readonly retryAfterSeconds: number | undefined;
  /** The form field that is to blame. */
  readonly field: string | undefined;

  /** @param message replaces the code's own text, for example to name the field and the rule; never content */
  constructor(code: EnterpriseErrorCode, message?: string, retryAfterSeconds?: number, field?: string) {
    const [status, text] = ENTERPRISE_ERRORS[code];
    super(message ?? text);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined);
    this.field = field;
  }
}

/** An error response of the notes API or the app API: `{detail}`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, detail: string, retryAfterSeconds?: number) {
    super(detail);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds ?? (status === 503 || status === 429 ? 1 : undefined);
  }

  /** The `detail` of the body: a sentence, or a list of problems. */
  get detail(): unknown {
    return this.message;
  }
}

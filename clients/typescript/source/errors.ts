/** The base class of all errors of this package. An aborted signal throws its own reason. */
export class SottoError extends Error {
  override name = 'SottoError';
}

/** The connection failed or broke. `cause` contains the reason. */
export class ConnectionError extends SottoError {
  override name = 'ConnectionError';
}

/** The service did not answer within the timeout. */
export class RequestTimeoutError extends SottoError {
  override name = 'RequestTimeoutError';
}

/** One problem with a request's input. */
export interface FieldProblem {
  /** The location, such as `['body', 'title']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

interface Refusal {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problems: readonly FieldProblem[];
}

/** The service answered with an error status. */
export class ApiError extends SottoError {
  override name = 'ApiError';
  readonly status: number;
  /** An error code of the enterprise API; undefined for other APIs. */
  readonly code: string | undefined;
  /** The request id, which also appears in the logs of the service. */
  readonly requestId: string | undefined;
  /** `Retry-After`; undefined if the service did not send it. */
  readonly retryAfterMs: number | undefined;
  /** The problems with the input; empty unless the status is 422. */
  readonly problems: readonly FieldProblem[];

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.retryAfterMs = refusal.retryAfterMs;
    this.problems = refusal.problems;
  }
}

/** An {@link ApiError} with a name of its own, which stays when a bundler shortens the names of classes. */
const refusal = (name: string) =>
  class extends ApiError {
    override name = name;
  };

/** 401: the credential is missing, invalid, expired or revoked. */
export class AuthenticationError extends refusal('AuthenticationError') {}
/** 403: the credential is valid but does not allow this. */
export class PermissionError extends refusal('PermissionError') {}
/** 404: the resource does not exist. */
export class NotFoundError extends refusal('NotFoundError') {}
/** 409: a limit is reached, or the state does not allow this. */
export class ConflictError extends refusal('ConflictError') {}
/** 422: see `problems`. */
export class ValidationError extends refusal('ValidationError') {}
/** 429, after the retries. */
export class RateLimitError extends refusal('RateLimitError') {}
/** 503 or 504, after the retries. */
export class UnavailableError extends refusal('UnavailableError') {}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
  503: UnavailableError,
  504: UnavailableError,
};

/** Creates the error for a response. Reads its body. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = parse(await response.text().catch(() => ''));
  return apiError(response.status, body, response.headers);
}

/** Creates the error for a status, an error body of any API, and headers. */
export function apiError(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const { error, code, request_id: requestId, detail } = isRecord(body) ? body : {};
  const problems = Array.isArray(detail) ? (detail as FieldProblem[]) : [];
  const message = [error, detail].find((text) => typeof text === 'string') ?? describe(problems) ?? `Status ${status}`;
  return new (BY_STATUS[status] ?? ApiError)(String(message), {
    status,
    code: typeof code === 'string' ? code : undefined,
    requestId: typeof requestId === 'string' ? requestId : (headers.get('x-request-id') ?? undefined),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
    problems,
  });
}

function describe(problems: readonly FieldProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  return problems.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc.join('.')}: ${msg}`).join('; ');
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an HTML page from a proxy
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

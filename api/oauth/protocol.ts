import { readText } from '../read-text.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** Answers `{error, error_description}`, as RFC 6749, section 5.2, and RFC 7591, section 3.2.2, have it. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: string;
  readonly status: number;

  constructor(code: string, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

/** An answer of the protocol. Nothing of it may be cached. */
export function protocolAnswer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } });
}

/** Runs a step of the protocol, and answers what it refuses. Other failures are the caller's. */
export async function answerProtocol(step: () => Promise<Response>): Promise<Response> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return protocolAnswer(error.status, { error: error.code, error_description: error.message });
  }
}

/**
 * The fields of a form. RFC 6749, section 3.1: none may be repeated, but `resource` (RFC 8707, section 2).
 * @throws {OAuthError}
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded');
  }
  const text = await readText(request, MAX_FORM_BYTES);
  if (text === null) throw new OAuthError('invalid_request', `The body must have at most ${MAX_FORM_BYTES} bytes`, 413);
  const fields = new URLSearchParams(text);
  refuseRepeated(fields);
  return fields;
}

/** @throws {OAuthError} */
export function refuseRepeated(fields: URLSearchParams): void {
  for (const name of new Set(fields.keys())) {
    if (name === 'resource' || fields.getAll(name).length === 1) continue;
    throw new OAuthError('invalid_request', 'A parameter may be given only once');
  }
}

/**
 * RFC 8707, section 2: a request may name what its tokens are for, which is one server here.
 * @throws {OAuthError}
 */
export function refuseOtherResources(fields: URLSearchParams, resource: string): void {
  if (fields.getAll('resource').every((named) => named === resource || named === `${resource}/`)) return;
  throw new OAuthError('invalid_target', 'The resource is not one of this server');
}

import { readText } from '../read-text.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** An error response `{error, error_description}` (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
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

/** A response of the protocol, which must not be cached. */
export function protocolAnswer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } });
}

/** Runs a step of the protocol and converts its refusals to responses. Other errors are passed on. */
export async function answerProtocol(step: () => Promise<Response>): Promise<Response> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return protocolAnswer(error.status, { error: error.code, error_description: error.message });
  }
}

/**
 * The fields of a form. None may be repeated (RFC 6749, section 3.1), except `resource` (RFC 8707, section 2).
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
 * Checks the `resource` parameter (RFC 8707, section 2). This server has one resource.
 * @throws {OAuthError}
 */
export function refuseOtherResources(fields: URLSearchParams, resource: string): void {
  if (fields.getAll('resource').every((named) => named === resource || named === `${resource}/`)) return;
  throw new OAuthError('invalid_target', 'The resource is not one of this server');
}

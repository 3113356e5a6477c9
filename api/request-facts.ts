/** Ids that the caller sent, so that both sides can find the request in logs and traces. */
export interface CallerIds {
  readonly callerRequestId?: string;
  readonly traceparent?: string;
}

/** What the log contains about a request besides its route: ids and codes, never content. */
export interface RequestFacts extends CallerIds {
  readonly orgId?: string;
  readonly keyId?: string;
  readonly userId?: string;
  readonly transcriptionId?: string;
}

const facts = new WeakMap<Request, RequestFacts>();

/** Adds facts to the log line of a request, which is written after the response. */
export function noteFacts(request: Request, found: RequestFacts): void {
  facts.set(request, { ...facts.get(request), ...found });
}

export function factsOf(request: Request): RequestFacts {
  return facts.get(request) ?? {};
}

const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
/** The header of W3C Trace Context, level 1: version, trace, parent and flags. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The caller's `x-request-id` and `traceparent`. A malformed value is left out. */
export function callerIds({ headers }: Pick<Request, 'headers'>): CallerIds {
  const [requestId = '', traceparent = ''] = [headers.get('x-request-id') ?? '', headers.get('traceparent') ?? ''];
  return {
    ...(REQUEST_ID.test(requestId) ? { callerRequestId: requestId } : {}),
    ...(TRACEPARENT.test(traceparent) ? { traceparent } : {}),
  };
}

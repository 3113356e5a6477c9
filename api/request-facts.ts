/** Ids that the caller gave the request, for finding it in logs and traces of both sides. */
export interface CallerIds {
  readonly callerRequestId?: string;
  readonly traceparent?: string;
}

/** What the log says of a request beside its route: ids and codes, never content. */
export interface RequestFacts extends CallerIds {
  readonly orgId?: string;
  readonly keyId?: string;
  readonly userId?: string;
  readonly transcriptionId?: string;
}

const facts = new WeakMap<Request, RequestFacts>();

/** Adds to what the log says of the request once it is answered. */
export function noteFacts(request: Request, found: RequestFacts): void {
  facts.set(request, { ...facts.get(request), ...found });
}

export function factsOf(request: Request): RequestFacts {
  return facts.get(request) ?? {};
}

const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
/** Of W3C Trace Context, level 1: version, trace, parent and flags. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The caller's own `x-request-id` and `traceparent`; one that is malformed is left out. */
export function callerIds({ headers }: Pick<Request, 'headers'>): CallerIds {
  const [requestId = '', traceparent = ''] = [headers.get('x-request-id') ?? '', headers.get('traceparent') ?? ''];
  return {
    ...(REQUEST_ID.test(requestId) ? { callerRequestId: requestId } : {}),
    ...(TRACEPARENT.test(traceparent) ? { traceparent } : {}),
  };
}

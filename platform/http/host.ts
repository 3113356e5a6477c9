type Handler = (request: Request) => Response | Promise<Response>;

/** A name, an IPv4 address or an IPv6 address in brackets, then perhaps a port (RFC 9110, section 7.2). */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,253})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Answers 400 to a request that names no host, a malformed one or several: its URL is ambiguous, and a proxy may have
 * read another host than we would.
 */
export function refuseBadHost(handler: Handler): Handler {
  return (request) =>
    isValid(request) ? handler(request) : new Response(null, { status: 400, headers: { connection: 'close' } });
}

function isValid(request: Request): boolean {
  const host = request.headers.get('host');
  return (host === null || HOST.test(host)) && URL.canParse(request.url);
}

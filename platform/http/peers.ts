const peers = new WeakMap<Request, string>();

/** Notes the IP address at the other end of a request's connection. */
export function notePeer(request: Request, address: string | undefined): Request {
  if (address !== undefined) peers.set(request, address);
  return request;
}

/** The IP address at the other end of a request's connection; undefined when it did not come through a server. */
export function peerOf(request: Request): string | undefined {
  return peers.get(request);
}

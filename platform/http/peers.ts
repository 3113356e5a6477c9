const peers = new WeakMap<Request, string>();

/** Stores the IP address of a request's peer. */
export function notePeer(request: Request, address: string | undefined): Request {
  if (address !== undefined) peers.set(request, address);
  return request;
}

/** The IP address of a request's peer; undefined when the request did not come through a server. */
export function peerOf(request: Request): string | undefined {
  return peers.get(request);
}

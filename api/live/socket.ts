import { asksForSocket, type SocketHandler, upgrade } from '../../platform/http/sockets.ts';
import { EnterpriseError } from '../errors.ts';
import { methodOf } from '../head.ts';
import { chosenProtocol } from './credentials.ts';

/** Maximum size of a message: a minute of audio in base64, plus its JSON. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Maximum unread bytes of a caller. Text is short, so a caller over it has not read for minutes. */
const MAX_WAITING_BYTES = 256 * 1024;

interface Answer {
  status?: number | string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** @throws {EnterpriseError} 426 when the request does not ask for a WebSocket */
export function acceptSocket(request: Request, set: Answer, handler: SocketHandler): Response {
  // A HEAD request reaches the route as GET, and must not become a WebSocket.
  if (methodOf(request) !== 'GET' || !asksForSocket(request)) throw new EnterpriseError('upgrade_required');
  set.status = 101;
  return upgrade(request, {
    handler,
    protocol: chosenProtocol(request),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
    headers: { 'x-request-id': String(set.headers['x-request-id']) },
  });
}

import { connect } from 'node:net';

/** The answer of a server on a separate connection, until it closed the connection or the time was over. */
export interface RawAnswer {
  /** Statuses in order of arrival; empty when the server closed without an answer. */
  readonly statuses: readonly number[];
  readonly text: string;
  /** False when the first answer's body, or all of it, is missing. */
  readonly whole: boolean;
}

/** A request as raw bytes, for requests that no HTTP client would send. */
export interface RawRequest {
  readonly head: string;
  readonly body: Uint8Array;
  /** Closes our side after the body, like a client that aborts. */
  readonly end?: boolean;
  /** Sends the body in chunks of this size, one each `everyMs`. */
  readonly drip?: { readonly bytes: number; readonly everyMs: number };
  /** @default 10_000 */
  readonly timeoutMs?: number;
}

/** Sends the request on its own connection. Returns the answer when the server closes the connection or the time is over. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let dripping: ReturnType<typeof setInterval> | undefined;
    const finish = () => {
      clearInterval(dripping);
      clearTimeout(deadline);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, whole: isWhole(text) });
    };
    const deadline = setTimeout(finish, request.timeoutMs ?? 10_000);
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') return finish();
      clearTimeout(deadline);
      reject(error);
    });
    socket.once('close', finish);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString('latin1'))) finish();
    });
    socket.once('connect', () => {
      socket.write(Buffer.from(request.head, 'latin1'));
      if (request.drip) dripping = drip(socket, request.body, request.drip);
      else if (request.end) socket.end(request.body);
      else socket.write(request.body);
    });
  });
}

function drip(
  socket: ReturnType<typeof connect>,
  body: Uint8Array,
  { bytes, everyMs }: { bytes: number; everyMs: number },
) {
  let at = 0;
  return setInterval(() => {
    if (at < body.length && !socket.destroyed) socket.write(body.subarray(at, at + bytes));
    at += bytes;
  }, everyMs);
}

/** Whether the first answer has arrived with its whole body. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0 || /^HTTP\/1\.1 100 /.test(text)) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

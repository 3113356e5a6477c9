import { createServer } from 'node:net';
import { StackError } from './stack-error.ts';

/** A port for a part of the stack. */
export interface WantedPort {
  /** What listens there, for messages. */
  readonly part: string;
  /** The variable that configures it. */
  readonly variable: string;
  readonly host: string;
  /** The requested port; 0 is any free one. */
  readonly port?: number | undefined;
  /** Tried first when no port was requested, before any free one. */
  readonly preferred: number;
}

/**
 * Finds a free port.
 * @throws {StackError} when the requested port is not available
 */
export async function choosePort({ part, variable, host, port, preferred }: WantedPort): Promise<number> {
  const got = await tryPort(host, port ?? preferred);
  if (typeof got === 'number') return got;
  if (port === undefined && got === 'EADDRINUSE') return choosePort({ part, variable, host, port: 0, preferred });
  const place = `port ${port ?? preferred} (${part})`;
  switch (got) {
    case 'EADDRINUSE':
      throw new StackError(`Cannot start as ${place} is taken: set ${variable} to a free port`);
    case 'EACCES':
      throw new StackError(`Cannot start as this user may not open ${place}: set ${variable} to a port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      throw new StackError(`Cannot start as '${host}' is not an address of this machine: set HOST to one`);
    default:
      throw new StackError(`Cannot start as ${place} cannot be opened (${got}): set ${variable} to another port`);
  }
}

/** Opens and closes the port. Returns the port, or the error's code. */
function tryPort(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 'no address'));
    });
  });
}

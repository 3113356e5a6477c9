import { connect, createServer, type Socket } from 'node:net';

/** A network between a process and a server that a test can break. */
export interface TcpProxy {
  readonly port: number;
  readonly address: string;
  /** Passes everything on. */
  heal(): void;
  /** Holds everything back without closing a connection, as when packets are lost. */
  partition(): void;
  /**
   * Heals, but what was connected stays dead without a word, as behind a firewall that forgot its connections or at
   * a server that is gone: only new connections pass.
   */
  healForNew(): void;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  /** Holds each chunk back for a time. */
  slow(delayMs: number): void;
  /** Leads new connections to another server. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

type State = { readonly kind: 'open' | 'partitioned' | 'cut' } | { readonly kind: 'slow'; readonly delayMs: number };

/** Starts a TCP proxy on loopback to a server on loopback. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let state: State = { kind: 'open' };
  let target = targetPort;
  const dead = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const server = createServer((near) => {
    if (state.kind === 'cut') return void near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => {
        const pass = () => void (to.destroyed || dead.has(to) || to.write(chunk));
        if (state.kind === 'partitioned') held.push(pass);
        else if (state.kind === 'slow') setTimeout(pass, state.delayMs);
        else pass();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const heal = () => {
    state = { kind: 'open' };
    for (const pass of held.splice(0)) pass();
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    heal,
    healForNew: () => {
      for (const socket of sockets) dead.add(socket);
      heal();
    },
    leadTo: (next) => {
      target = next;
    },
    partition: () => {
      state = { kind: 'partitioned' };
    },
    slow: (delayMs) => {
      state = { kind: 'slow', delayMs };
    },
    cut: () => {
      state = { kind: 'cut' };
      closeAll();
    },
    stop: async () => {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

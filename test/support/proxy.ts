import { connect, createServer, type Socket } from 'node:net';

/** A network between a process and a server that a test can break. */
export interface TcpProxy {
  readonly port: number;
  readonly address: string;
  /** Forwards everything. */
  heal(): void;
  /** Withholds everything without closing a connection, as when packets are lost. */
  partition(): void;
  /**
   * Heals for new connections only. Existing ones stay silent, as behind a firewall that forgot its connections or at
   * a server that disappeared.
   */
  healForNew(): void;
  /** The withheld bytes as text. */
  held(): string;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  /** Delays each chunk. */
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
  const ways = new Set<Way>();
  const server = createServer((near) => {
    if (state.kind === 'cut') return void near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      const way = openWay(from, to, () => state);
      ways.add(way);
      from.on('close', () => ways.delete(way));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const become = (next: State) => {
    state = next;
    for (const way of ways) way.pass();
  };
  const closeAll = () => {
    for (const way of ways) way.close();
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    heal: () => become({ kind: 'open' }),
    healForNew: () => {
      for (const way of ways) way.die();
      become({ kind: 'open' });
    },
    leadTo: (next) => {
      target = next;
    },
    partition: () => become({ kind: 'partitioned' }),
    held: () => [...ways].map((way) => way.held()).join(''),
    slow: (delayMs) => become({ kind: 'slow', delayMs }),
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

/** One direction of a connection. */
interface Way {
  /** Forwards what may pass now, in order of arrival. */
  pass(): void;
  held(): string;
  /** Forwards nothing more and closes nothing. */
  die(): void;
  close(): void;
}

function openWay(from: Socket, to: Socket, stateNow: () => State): Way {
  const held: { chunk: Buffer; dueAt: number }[] = [];
  let dead = false;
  const pass = () => {
    const state = stateNow();
    if (state.kind === 'partitioned') return;
    for (let next = held[0]; next && (state.kind !== 'slow' || next.dueAt <= performance.now()); next = held[0]) {
      held.shift();
      if (!to.destroyed && !dead) to.write(next.chunk);
    }
    // It may have become due since the loop's check. A negative timeout would cause a warning.
    if (held[0]) setTimeout(pass, Math.max(0, held[0].dueAt - performance.now()));
  };
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
  from.on('data', (chunk: Buffer) => {
    const state = stateNow();
    held.push({ chunk, dueAt: performance.now() + (state.kind === 'slow' ? state.delayMs : 0) });
    if (held.length === 1) pass();
  });
  return {
    pass,
    held: () => Buffer.concat(held.map(({ chunk }) => chunk)).toString('latin1'),
    die: () => {
      dead = true;
    },
    close: () => from.destroy(),
  };
}

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
  /** What is held back now, as text. */
  held(): string;
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
  /** Passes on what may pass now, in the order in which it came. */
  pass(): void;
  held(): string;
  /** Lets nothing pass any more, without a word. */
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
    // It may have come due since the loop looked: a time-out below zero is warned of.
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

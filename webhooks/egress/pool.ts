import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** The target of a connection: one checked address under one name. */
export interface Destination {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
  /** The checked IP address. */
  readonly address: string;
}

/** An agent for one exchange. Call `release` when the exchange has ended. */
export interface Lease {
  readonly agent: HttpAgent;
  release(): void;
}

export interface ConnectionPool {
  lease(destination: Destination): Lease;
  close(): void;
}

interface Entry {
  readonly agent: HttpAgent;
  users: number;
}

/**
 * Less than the 5 s after which common servers close an idle connection (the default of Node and Uvicorn). A connection
 * that closes during a POST would cost an attempt.
 */
const IDLE_MS = 3_000;
const MAX_IDLE_PER_DESTINATION = 16;

/**
 * Keeps connections alive, separately for each destination. A kept connection is only used for the name and address for
 * which it was opened, and the address is checked again before each use.
 * @param options.ca trusted instead of the system's certificates
 * @param options.maxDestinations how many destinations keep connections @default 500
 */
export function createConnectionPool({
  ca,
  maxDestinations = 500,
}: {
  readonly ca?: string;
  readonly maxDestinations?: number;
} = {}): ConnectionPool {
  // Least recently used first: a Map keeps insertion order.
  const entries = new Map<string, Entry>();

  function evict(): void {
    for (const [key, entry] of entries) {
      if (entries.size < maxDestinations) return;
      if (entry.users > 0) continue;
      entries.delete(key);
      entry.agent.destroy();
    }
  }

  return {
    lease({ protocol, hostname, port, address }) {
      const key = `${protocol}//${hostname}:${port}@${address}`;
      const entry = entries.get(key) ?? { agent: createAgent(protocol, ca), users: 0 };
      entries.delete(key);
      evict();
      entries.set(key, entry);
      entry.users += 1;
      return {
        agent: entry.agent,
        release: () => {
          entry.users -= 1;
        },
      };
    },
    close() {
      for (const { agent } of entries.values()) agent.destroy();
      entries.clear();
    },
  };
}

function createAgent(protocol: string, ca: string | undefined): HttpAgent {
  // The agent's time-out closes idle connections only.
  const options = { keepAlive: true, maxFreeSockets: MAX_IDLE_PER_DESTINATION, timeout: IDLE_MS };
  return protocol === 'https:' ? new HttpsAgent({ ...options, ...(ca ? { ca } : {}) }) : new HttpAgent(options);
}

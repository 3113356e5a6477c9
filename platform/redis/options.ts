import type { ConnectionOptions } from 'node:tls';

/** How a process connects to Redis. */
export interface RedisSettings {
  /**
   * One or more `redis://` or `rediss://` addresses, separated by commas. Several are nodes of a cluster, or sentinels.
   */
  readonly url: string;
  /** Whether the addresses are nodes of a Redis Cluster. */
  readonly cluster?: boolean | undefined;
  /** Name of the master that the sentinels at the addresses watch. */
  readonly sentinelMaster?: string | undefined;
  readonly sentinelPassword?: string | undefined;
  readonly tls?: RedisTls | undefined;
}

/** PEM texts: the authorities that the server's certificate is checked against, and the certificate that we show. */
export interface RedisTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** The addresses of {@link RedisSettings.url}, read. */
export interface RedisAddresses {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly db: number;
  /** Undefined without TLS. */
  readonly tls: ConnectionOptions | undefined;
}

const DEFAULT_PORT = 6379;

/** Reads the addresses. User, password, database and scheme are those of the first one. */
export function readAddresses({ url, tls }: RedisSettings): RedisAddresses {
  const urls = url.split(',').map((address) => new URL(address.trim()));
  const [first] = urls as [URL, ...URL[]];
  return {
    nodes: urls.map(({ hostname, port }) => ({ host: unbracketed(hostname), port: Number(port || DEFAULT_PORT) })),
    ...(first.username ? { username: decodeURIComponent(first.username) } : {}),
    ...(first.password ? { password: decodeURIComponent(first.password) } : {}),
    db: Number(first.pathname.slice(1) || 0),
    tls: first.protocol === 'rediss:' ? given(tls) : undefined,
  };
}

/** A socket takes an IPv6 address without the brackets that a URL needs. */
const unbracketed = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

function given({ ca, cert, key }: RedisTls = {}): ConnectionOptions {
  return { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
}

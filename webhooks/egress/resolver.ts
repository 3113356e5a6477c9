import { Resolver } from 'node:dns/promises';

/** All addresses of a name, IPv4 first. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** The name does not resolve. The owner of the name must fix it. */
export class NameError extends Error {
  override readonly name = 'NameError';
}

/** Our own resolver does not answer. The name is not the cause. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError';
}

export interface ResolverOptions {
  /** `address` or `address:port` of the DNS servers. @default the system's */
  readonly servers?: readonly string[];
  /** How long to wait for one name. @default 5_000 */
  readonly timeoutMs?: number;
}

/**
 * Resolves names by DNS only, because `/etc/hosts` and search domains can lead into a private network.
 * @throws {NameError} when the name does not exist, has no address, or its servers do not answer
 * @throws {ResolverError} when our own resolver does not answer at all
 */
export function createResolver({ servers, timeoutMs = 5_000 }: ResolverOptions = {}): Resolve {
  const open = () => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers) resolver.setServers([...servers]);
    return resolver;
  };
  return async function resolve(hostname, signal) {
    const resolver = open();
    // On Bun, c-ares adds retries of its own, so the time limit is enforced here.
    const stop = () => resolver.cancel();
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const silent = answers.every((answer) => answer.status === 'rejected' && isSilence(answer.reason));
      if (silent && !signal.aborted && !(await answersAtAll(open(), timeoutMs))) throw new ResolverError('No answer');
      throw new NameError('No address');
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
}

/** Queries the root, which every resolver knows. Any reply shows that our resolver works. */
async function answersAtAll(resolver: Resolver, timeoutMs: number): Promise<boolean> {
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    await resolver.resolveNs('.');
    return true;
  } catch (error) {
    return !isSilence(error);
  } finally {
    clearTimeout(timer);
  }
}

function isSilence(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'ETIMEOUT' || code === 'ECANCELLED' || code === 'ECONNREFUSED';
}

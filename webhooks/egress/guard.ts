import { isIP } from 'node:net';
import { isAllowedAddress } from './addresses.ts';
import type { EgressPolicy } from './policy.ts';
import { NameError, type Resolve } from './resolver.ts';
import { checkEndpointUrl, hostOf } from './url.ts';

/** The guard's decision about a URL. */
export type Verdict =
  /** Connections to every address of the name are allowed. */
  | { readonly kind: 'allowed'; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string }
  /** The URL obeys the rules, but the name does not resolve in time. */
  | { readonly kind: 'unresolved'; readonly url: URL };

export interface EgressGuard {
  /**
   * Checks a URL and every address of its name.
   * @throws {ResolverError} when our own resolver does not answer
   */
  check(url: string, timeoutMs: number): Promise<Verdict>;
}

/** Decides where requests may go. The same guard serves creation, change and each delivery. */
export function createEgressGuard(policy: EgressPolicy, resolve: Resolve): EgressGuard {
  return {
    check: async (text, timeoutMs) => {
      const checked = checkEndpointUrl(text, policy);
      if ('problem' in checked) return { kind: 'refused', problem: checked.problem };
      const { url } = checked;
      const addresses = await addressesOf(url, resolve, timeoutMs);
      if (addresses === null) return { kind: 'unresolved', url };
      // One refused address refuses the name, because a mixed answer is how a DNS rebinding attack starts.
      return addresses.every((address) => isAllowedAddress(address, policy.openedNetworks))
        ? { kind: 'allowed', url, addresses }
        : { kind: 'refused', problem: 'The URL must point to a public address' };
    },
  };
}

/** Null when the name does not resolve in time. */
async function addressesOf(url: URL, resolve: Resolve, timeoutMs: number): Promise<string[] | null> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    return await resolve(host, limit.signal);
  } catch (error) {
    if (error instanceof NameError) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

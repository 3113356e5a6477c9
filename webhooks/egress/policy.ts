import { type Network, parseNetworks } from './addresses.ts';

/** What deliveries may reach beyond public https addresses. */
export interface EgressPolicy {
  /** Networks that the operator opened although they are not public. */
  readonly openedNetworks: readonly Network[];
  /** Allows plain HTTP. */
  readonly allowHttp: boolean;
}

/** Deliveries go to public https addresses only. */
export const PUBLIC_ONLY: EgressPolicy = { openedNetworks: [], allowHttp: false };

/**
 * The policy of this installation.
 * @throws {TypeError} when a CIDR is malformed
 */
export function createEgressPolicy(options: {
  readonly allowNetworks: string | undefined;
  readonly allowHttp: boolean;
}): EgressPolicy {
  return { openedNetworks: parseNetworks(options.allowNetworks ?? ''), allowHttp: options.allowHttp };
}

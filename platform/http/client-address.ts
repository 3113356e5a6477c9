import ipaddr from 'ipaddr.js';
import { peerOf } from './peers.ts';

export interface ClientAddressOptions {
  /** CIDRs of the proxies whose `X-Forwarded-For` is trusted, separated by commas. @default none */
  readonly trustedProxies?: string | undefined;
  /** Called once, when an untrusted address sends `X-Forwarded-For`. */
  readonly onUntrusted?: () => void;
}

/** Returns the client of a request, for limits: an IPv4 address, or the /64 of an IPv6 address. */
export type ClientAddress = (request: Request) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads `X-Forwarded-For` backwards from the connection's peer, while each address is a trusted proxy. The client may
 * have forged everything before the first untrusted address.
 * @throws {TypeError} when a CIDR is malformed
 */
export function createClientAddress({ trustedProxies = '', onUntrusted }: ClientAddressOptions = {}): ClientAddress {
  const networks = trustedProxies.split(',').flatMap((entry) => (entry.trim() ? [ipaddr.parseCIDR(entry.trim())] : []));
  const isTrusted = (address: Address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  let warned = false;

  return (request) => {
    const peer = parse(peerOf(request) ?? '');
    const forwarded = request.headers.get('x-forwarded-for');
    if (!peer) return 'unknown';
    if (forwarded !== null && !isTrusted(peer) && !warned) {
      warned = true;
      onUntrusted?.();
    }
    let address: Address = peer;
    for (const hop of (forwarded ?? '').split(',').reverse()) {
      const before = parse(hop.trim());
      if (!isTrusted(address) || !before) break;
      address = before;
    }
    return show(address);
  };
}

/** Some proxies add the port. */
function parse(text: string): Address | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // `ipaddr.js` also accepts forms such as 0x7f.1, which no proxy writes.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

/** An owner of one IPv6 address usually owns the whole /64. */
function show(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/64`)}/64`;
}

import ipaddr from 'ipaddr.js';

/** An address range that the operator opened, from CIDR notation. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * IANA's IPv4 special-purpose registry (as of RFC 6890 and its updates), multicast, the reserved block, and the
 * platform address 168.63.129.16 that Azure answers on inside every machine.
 */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

/**
 * IANA assigns global unicast addresses only from this block. Loopback, NAT64, ULA, link-local and multicast are
 * outside.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IANA's IPv6 special-purpose registry inside {@link GLOBAL_UNICAST}: Teredo, documentation, 6to4, AS112. */
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((cidr) =>
  ipaddr.IPv6.parseCIDR(cidr),
);

/**
 * Parses a list of CIDRs separated by commas.
 * @throws {TypeError} naming the entry that is not a CIDR
 */
export function parseNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (!ipaddr.isValidCIDR(entry)) {
        throw new TypeError(`Cannot open the network '${entry}' as it is not a CIDR such as 10.0.0.0/8`);
      }
      return ipaddr.parseCIDR(entry);
    });
}

/**
 * Whether a connection to this address is allowed: it is public unicast, or in a network that the operator opened.
 * Anything that cannot be parsed is refused.
 * @param address an IP address in its usual textual form, without brackets
 */
export function isAllowedAddress(address: string, opened: readonly Network[]): boolean {
  const ip = parseAddress(address);
  if (!ip) return false;
  return isPublic(ip) || opened.some((network) => contains(network, ip));
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone names an interface of this machine, so the address is link-local.
  if (address.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return null;
  const ip = ipaddr.parse(address);
  // The kernel connects ::ffff:127.0.0.1 to 127.0.0.1.
  return ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip;
}

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ip instanceof ipaddr.IPv4) return !REFUSED_IPV4.some((network) => ip.match(network));
  return ip.match(GLOBAL_UNICAST) && !REFUSED_IPV6.some((network) => ip.match(network));
}

function contains([base, prefixLength]: Network, ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (base instanceof ipaddr.IPv4) return ip instanceof ipaddr.IPv4 && ip.match(base, prefixLength);
  return ip instanceof ipaddr.IPv6 && ip.match(base, prefixLength);
}

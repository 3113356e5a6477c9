import { isIP } from 'node:net';
import { isAllowedAddress } from './addresses.ts';
import type { EgressPolicy } from './policy.ts';

/** An endpoint's URL in normalized form, or the rule that it violates. */
export type EndpointUrlResult = { readonly url: URL } | { readonly problem: string };

const MAX_URL_LENGTH = 2048;

/**
 * Ports of services other than the web (some of the Fetch standard's "bad ports", and databases), because such a
 * service may read a line of a POST as a command.
 */
// biome-ignore format: a table
const REFUSED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 853, 873, 989, 990, 993, 995, 1433, 1434, 1521, 1719, 1720,
  1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379,
  6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7233, 9042, 9092, 9200, 9300, 10080, 10250,
  11211, 15672, 16379, 25672, 26379, 27017, 27018, 27019,
]);

/** Names that never leave a private network: RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, and common use. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'cluster',
  'home.arpa',
  'onion',
  'invalid',
  'test',
];

const HOST_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Checks an endpoint's URL as far as possible without the network: at creation, at each change and before each
 * delivery. Addresses are checked after the name is resolved.
 */
export function checkEndpointUrl(text: string, policy: EgressPolicy): EndpointUrlResult {
  if (text.length > MAX_URL_LENGTH) return { problem: `The URL must have at most ${MAX_URL_LENGTH} characters` };
  const url = URL.parse(text);
  if (!url) return { problem: 'The URL must be an absolute URL' };
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
    return { problem: 'The URL must begin with https://' };
  }
  if (url.username !== '' || url.password !== '') return { problem: 'The URL must not hold a user name or password' };
  if (url.port !== '' && REFUSED_PORTS.has(Number(url.port))) {
    return { problem: 'The URL must not use a port of a service other than the web' };
  }
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, policy.openedNetworks) ? { url: normalized(url) } : { problem: NOT_PUBLIC };
  }
  const problem = nameProblem(host, policy);
  return problem === null ? { url: normalized(url) } : { problem };
}

/** The host to resolve or connect to, without brackets and without the trailing dot of an absolute name. */
export function hostOf(url: URL): string {
  const host = url.hostname;
  if (host.startsWith('[')) return host.slice(1, -1);
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

const NOT_PUBLIC = 'The URL must point to a public address';

function nameProblem(host: string, { openedNetworks }: EgressPolicy): string | null {
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => HOST_LABEL.test(label))) {
    return 'The URL must hold a valid host name';
  }
  // Private networks use any host names, so only the resolved address decides there.
  if (openedNetworks.length > 0) return null;
  const isPrivate = PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return isPrivate || labels.length === 1 ? NOT_PUBLIC : null;
}

function normalized(url: URL): URL {
  const clean = new URL(url);
  clean.hash = ''; // never sent
  if (clean.hostname.endsWith('.')) clean.hostname = hostOf(url);
  return clean;
}

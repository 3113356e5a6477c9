import { expect, test } from 'bun:test';
import { createClientAddress } from '../../../platform/http/client-address.ts';
import { notePeer } from '../../../platform/http/peers.ts';

function addressOf(peer: string | undefined, forwarded: string | null, trustedProxies?: string): string {
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const request = notePeer(new Request('http://localhost/', { headers }), peer);
  return createClientAddress({ trustedProxies })(request);
}

const PROXIES = '10.0.0.0/8, fd00::/8';
test.each([
  ['the peer when no proxy is trusted', '203.0.113.7', '198.51.100.1', undefined, '203.0.113.7'],
  ['the peer when it is no trusted proxy', '203.0.113.7', '198.51.100.1', PROXIES, '203.0.113.7'],
  ['the peer when nothing was forwarded', '10.0.0.1', null, PROXIES, '10.0.0.1'],
  ['whom a trusted proxy names', '10.0.0.1', '198.51.100.1', PROXIES, '198.51.100.1'],
  ['whom the first of two trusted proxies names', '10.0.0.1', '198.51.100.1, 10.0.0.2', PROXIES, '198.51.100.1'],
  ['nobody whom the client made up', '10.0.0.1', '192.0.2.66, 198.51.100.1', PROXIES, '198.51.100.1'],
  ['the last proxy before something malformed', '10.0.0.1', '198.51.100.1, nonsense', PROXIES, '10.0.0.1'],
  ['the address without its port', '10.0.0.1', '198.51.100.1:4711', PROXIES, '198.51.100.1'],
  ['the /64 of an IPv6 address', 'fd00::1', '[2001:db8:1:2:3:4:5:6]:443', PROXIES, '2001:db8:1:2::/64'],
  ['an IPv4 address that is mapped', '::ffff:203.0.113.7', null, undefined, '203.0.113.7'],
  ['no form of an address that only programs know', '10.0.0.1', '0x7f.1', PROXIES, '10.0.0.1'],
  ['an unknown one', undefined, '198.51.100.1', PROXIES, 'unknown'],
])('createClientAddress() gives %s', (_, peer, forwarded, proxies, expected) => {
  expect(addressOf(peer, forwarded, proxies)).toBe(expected);
});

test('createClientAddress() logs once that X-Forwarded-For is ignored', () => {
  let told = 0;
  const clientAddress = createClientAddress({ trustedProxies: PROXIES, onUntrusted: () => (told += 1) });
  const request = (peer: string) =>
    notePeer(new Request('http://localhost/', { headers: { 'x-forwarded-for': '198.51.100.1' } }), peer);
  clientAddress(request('10.0.0.1'));
  expect(told).toBe(0);
  for (let time = 0; time < 3; time += 1) clientAddress(request('203.0.113.7'));
  expect(told).toBe(1);
});

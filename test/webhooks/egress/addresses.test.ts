import { describe, expect, test } from 'bun:test';
import { isAllowedAddress, parseNetworks } from '../../../webhooks/egress/addresses.ts';

const REFUSED = `
127.0.0.1 127.0.0.254 127.254.254.254 127.255.255.255 0.0.0.0 0.1.2.3 10.0.0.0 10.0.0.1 10.254.0.0 10.255.255.255
172.16.0.1 172.31.255.255 192.168.0.0 192.168.10.65 192.168.255.255 169.254.169.254 169.254.45.1 100.64.0.1
100.100.0.0 100.127.255.254 192.0.0.0 192.0.0.255 192.0.2.255 192.31.196.1 192.52.193.1 192.175.48.1 198.51.100.65
203.0.113.6 192.88.99.3 198.18.0.0 198.19.255.255 224.1.2.3 233.252.0.16 239.255.255.255 240.240.240.240
255.255.255.255 168.63.129.16
:: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:127.0.0.1 ::ffff:0.0.0.1 ::ffff:10.0.0.5 ::ffff:169.254.169.254
::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::c0a8:0 64:ff9b::ac1c:5 64:ff9b::a00:1 64:ff9b::808:808
64:ff9b::ffff:ffff 64:ff9b:1::dead:beef 64:ff9b:1::a9fe:a9fe 2002:c0a8:1::1 2002:a00:1::1 2002:a9fe:a9fe::1
2002:7f00:1::1 2002:808:808::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:1234:5678:9abc:def0:1234:5678
2001:1::1 2001:20::1 2620:4f:8000::1 fe80::1 fe80::1%eth0 febf:ffff::1 fec0::1 feff:ffff::1 fc00::1 fd00::1
fd7a:115c:a1e0::1 fd00:ec2::254 ff02::1 ff02::2 100::1:2:3:4 100:0:0:1::1 2001:db8::1 3fff::1 5f00::1 4000::1`;

const ALLOWED = `
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.254 100.128.0.1 126.255.255.255 128.0.0.1 168.63.129.15
168.63.129.17 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.0 169.253.255.255 169.255.0.0 198.17.255.255
198.20.0.0 223.255.255.255 2606:4700:4700::1111 2001:4860:4860::8888 2001:200::1 2a00:1450:4001:81b::200e
::ffff:8.8.8.8`;

const MALFORMED = [
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '0x7f000001',
  '2130706433',
  '1.2.3',
  '1.2.3.4.5',
  '256.0.0.1',
  '[::1]',
  '08.8.8.8',
  ':::',
];

const words = (text: string) => text.trim().split(/\s+/);

describe('isAllowedAddress()', () => {
  test.each(words(REFUSED))('refuses %s', (address) => expect(isAllowedAddress(address, [])).toBe(false));
  test.each(words(ALLOWED))('allows %s', (address) => expect(isAllowedAddress(address, [])).toBe(true));
  test.each(MALFORMED)("refuses what is no address: '%s'", (address) =>
    expect(isAllowedAddress(address, parseNetworks('0.0.0.0/0,::/0'))).toBe(false),
  );

  test('allows what lies in an opened network and nothing beside it', () => {
    const opened = parseNetworks(' 10.1.0.0/16, fd00:1::/32,127.0.0.1/32 ');
    const allowed = ['10.1.0.0', '10.1.255.255', 'fd00:1::5', '127.0.0.1', '::ffff:127.0.0.1', '8.8.8.8'];
    const refused = ['10.0.255.255', '10.2.0.0', 'fd00:2::5', '127.0.0.2', '::1', '::ffff:127.0.0.2'];
    expect(allowed.filter((address) => !isAllowedAddress(address, opened))).toEqual([]);
    expect(refused.filter((address) => isAllowedAddress(address, opened))).toEqual([]);
  });
});

test('parseNetworks() names the entry that is no CIDR', () => {
  expect(parseNetworks('')).toEqual([]);
  for (const entry of ['10.0.0.0', '10.0.0.0/33', 'example.com/8', '10.0.0.0/8/8', '::/129']) {
    expect(() => parseNetworks(`10.0.0.0/8,${entry}`)).toThrow(`Cannot open the network '${entry}'`);
  }
});

import { describe, expect, test } from 'bun:test';
import { isAllowedAddress, parseNetworks } from '../../../webhooks/egress/addresses.ts';
import { ALLOWED_ADDRESSES, REFUSED_ADDRESSES } from './tables.ts';

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

describe('isAllowedAddress()', () => {
  test.each(REFUSED_ADDRESSES)('refuses %s', (address) => expect(isAllowedAddress(address, [])).toBe(false));
  test.each(ALLOWED_ADDRESSES)('allows %s', (address) => expect(isAllowedAddress(address, [])).toBe(true));
  test.each(MALFORMED)("refuses what is no address: '%s'", (address) =>
    expect(isAllowedAddress(address, parseNetworks('0.0.0.0/0,::/0'))).toBe(false),
  );

  test('allows addresses in an allowed network and no others', () => {
    const opened = parseNetworks(' 10.1.0.0/16, fd00:1::/32,127.0.0.1/32 ');
    const allowed = ['10.1.0.0', '10.1.255.255', 'fd00:1::5', '127.0.0.1', '::ffff:127.0.0.1', '8.8.8.8'];
    const refused = ['10.0.255.255', '10.2.0.0', 'fd00:2::5', '127.0.0.2', '::1', '::ffff:127.0.0.2'];
    expect(allowed.filter((address) => !isAllowedAddress(address, opened))).toEqual([]);
    expect(refused.filter((address) => isAllowedAddress(address, opened))).toEqual([]);
  });
});

test('parseNetworks() names the entry that is not a CIDR', () => {
  expect(parseNetworks('')).toEqual([]);
  for (const entry of ['10.0.0.0', '10.0.0.0/33', 'example.com/8', '10.0.0.0/8/8', '::/129']) {
    expect(() => parseNetworks(`10.0.0.0/8,${entry}`)).toThrow(`Cannot open the network '${entry}'`);
  }
});

import { afterEach, expect, test } from 'bun:test';
import { createResolver } from '../../../webhooks/egress/resolver.ts';
import { type DnsAnswer, startDns, type TestDns } from '../../support/dns.ts';

let dns: TestDns | undefined;
afterEach(() => dns?.stop());

async function resolverOf(answer: (type: string, name: string) => DnsAnswer, timeoutMs = 2_000) {
  dns = await startDns(answer);
  return createResolver({ servers: [dns.server], timeoutMs });
}

const never = new AbortController().signal;

async function failureOf(resolving: Promise<unknown>): Promise<string> {
  return resolving.then(
    () => 'none',
    (error: Error) => error.name,
  );
}

test('resolve() returns all addresses, IPv4 first', async () => {
  const resolve = await resolverOf((type) => ({
    addresses: type === 'A' ? ['8.8.8.8', '8.8.4.4'] : ['2001:4860:4860::8888'],
  }));
  const addresses = await resolve('example.com', never);
  expect(addresses.slice(0, 2).sort()).toEqual(['8.8.4.4', '8.8.8.8']);
  expect(addresses.slice(2)).toEqual(['2001:4860:4860::8888']);
});

test('resolve() returns the addresses of one family when the other has none', async () => {
  const resolve = await resolverOf((type) => (type === 'A' ? { addresses: [] } : { addresses: ['::1'] }));
  expect(await resolve('example.com', never)).toEqual(['::1']);
});

test.each([
  ['no such name', { code: 'NXDOMAIN' }],
  ['a failing server', { code: 'SERVFAIL' }],
  ['an empty answer', { addresses: [] }],
] as const)('resolve() blames the name for %s', async (_, answer) => {
  const resolve = await resolverOf(() => answer);
  expect(await failureOf(resolve('example.com', never))).toBe('NameError');
});

test('resolve() reports the name when its servers are silent while our resolver answers', async () => {
  const resolve = await resolverOf((type) => (type === 'NS' ? { code: 'SERVFAIL' } : 'silence'), 200);
  expect(await failureOf(resolve('example.com', never))).toBe('NameError');
});

test('resolve() reports our resolver when it is silent', async () => {
  const resolve = await resolverOf(() => 'silence', 200);
  expect(await failureOf(resolve('example.com', never))).toBe('ResolverError');
  expect(dns?.queries).toContain('NS ');
});

test('resolve() ends with its signal', async () => {
  const resolve = await resolverOf(() => 'silence', 60_000);
  const limit = new AbortController();
  const resolving = failureOf(resolve('example.com', limit.signal));
  limit.abort();
  expect(await resolving).toBe('NameError');
});

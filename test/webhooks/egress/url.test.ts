import { describe, expect, test } from 'bun:test';
import { createEgressPolicy, PUBLIC_ONLY } from '../../../webhooks/egress/policy.ts';
import { checkEndpointUrl } from '../../../webhooks/egress/url.ts';
import { NOT_PUBLIC_URLS } from './tables.ts';

const check = (url: string, policy = PUBLIC_ONLY): string => {
  const result = checkEndpointUrl(url, policy);
  return 'url' in result ? result.url.href : result.problem;
};

const NOT_PUBLIC = 'The URL must point to a public address';
const NO_NAME = 'The URL must hold a valid host name';
const NO_URL = 'The URL must be an absolute URL';
const NO_HTTPS = 'The URL must begin with https://';
const CREDENTIALS = 'The URL must not hold a user name or password';
const PORT = 'The URL must not use a port of a service other than the web';

describe('checkEndpointUrl() refuses', () => {
  test.each(NOT_PUBLIC_URLS)('what is not public: %s', (url) => expect(check(url)).toBe(NOT_PUBLIC));

  test.each([
    'https://user:pass@example.com/',
    'https://user@example.com/',
    'https://:pass@example.com/',
    'https://example.com@127.0.0.1/',
  ])('credentials: %s', (url) => expect(check(url)).toBe(CREDENTIALS));

  test.each([
    ...['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/_'],
    ...['data:text/plain,hi', 'javascript:alert(1)', 'wss://example.com/'],
  ])('another scheme: %s', (url) => expect(check(url)).toBe(NO_HTTPS));

  test.each([
    ...['', 'example.com', '//example.com/', '/hook', 'https://', 'https://[::1%25lo]/', 'https://[::1%lo]/'],
    ...['https://[127.0.0.1]/', 'https://256.256.256.256/', 'https://1.2.3.4.5/', 'https://example.com:65536/'],
    ...['https://xn--/', 'https://exa mple.com/'],
  ])("what is not a URL: '%s'", (url) => expect(check(url)).toBe(NO_URL));

  test.each([0, 22, 25, 465, 587, 3306, 5432, 6379, 7233, 9200, 11211, 27017])('port %d', (port) =>
    expect(check(`https://example.com:${port}/`)).toBe(PORT),
  );

  test.each([
    'https://foo_bar.example.com/',
    'https://a..b.com/',
    'https://-a.example.com/',
    `https://${'a'.repeat(64)}.com/`,
  ])('what is not a host name: %s', (url) => expect(check(url)).toBe(NO_NAME));

  test('a URL of over 2048 characters', () =>
    expect(check(`https://example.com/${'a'.repeat(2048)}`)).toBe('The URL must have at most 2048 characters'));
});

describe('checkEndpointUrl() allows and normalizes', () => {
  test.each([
    ['https://example.com/hook?a=1', 'https://example.com/hook?a=1'],
    ['https://EXAMPLE.com', 'https://example.com/'],
    ['https://example.com./hook', 'https://example.com/hook'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://exa\tmple.com/', 'https://example.com/'],
    ['https://exa\u00admple.com/', 'https://example.com/'],
    ['https://example.com\\@127.0.0.1/', 'https://example.com/@127.0.0.1/'],
    ['https://example.com/#secret', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    // Only a lookup shows where these lead.
    ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
    ['https://localtest.me/', 'https://localtest.me/'],
  ])('%s', (url, normalized) => expect(check(url)).toBe(normalized));

  test('plain http and private names only when the operator allowed them', () => {
    const open = createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true });
    expect(check('http://127.0.0.1:8080/', open)).toBe('http://127.0.0.1:8080/');
    expect(check('http://receiver:8080/', open)).toBe('http://receiver:8080/');
    expect(check('http://10.0.0.1/', open)).toBe(NOT_PUBLIC);
    expect(check('http://127.0.0.1:6379/', open)).toBe(PORT);
    expect(check('https://127.0.0.1/', createEgressPolicy({ allowNetworks: undefined, allowHttp: true }))).toBe(
      NOT_PUBLIC,
    );
    expect(check('http://127.0.0.1/', createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: false }))).toBe(
      NO_HTTPS,
    );
  });
});

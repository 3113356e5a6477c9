import { describe, expect, test } from 'bun:test';
import { isRedirectUri, matchesRedirectUri } from '../../accounts/oauth-redirects.ts';

describe('isRedirectUri()', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1:33418/',
    'http://[::1]/callback',
    'http://localhost:6274/oauth/callback?own=1',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
  ])('takes %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  test.each([
    'http://client.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'https://user:secret@client.example/',
    'https://client.example/#fragment',
    'https://client.example/#',
    'https://client.example/a b',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ws://127.0.0.1/',
    'myapp://callback',
    '/callback',
    '',
    `https://client.example/${'x'.repeat(1_000)}`,
  ])('refuses %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('matchesRedirectUri()', () => {
  test.each([
    ['https://client.example/a', 'https://client.example/a', true],
    ['https://client.example/a', 'https://client.example/a/', false],
    ['https://client.example/a', 'https://client.example:8443/a', false],
    ['http://127.0.0.1/a', 'http://127.0.0.1:50123/a', true],
    ['http://localhost:1/a', 'http://localhost:2/a', true],
    ['http://localhost/a', 'http://127.0.0.1/a', false],
    ['http://127.0.0.1/a', 'http://127.0.0.1:1/b', false],
    ['http://127.0.0.1/a', 'http://127.0.0.1:1/a?x=1', false],
    ['http://127.0.0.1/a', 'http://127.0.0.1:1/a#x', false],
    ['http://127.0.0.1/a', 'https://127.0.0.1/a', false],
    ['cursor://x/callback', 'cursor://x/callback', true],
    ['cursor://x/callback', 'cursor://x/other', false],
  ])('%s and %s: %p', (registered, given, matches) => {
    expect(matchesRedirectUri(registered, given)).toBe(matches);
  });
});

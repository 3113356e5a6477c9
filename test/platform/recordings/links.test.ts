import { expect, test } from 'bun:test';
import { createLinkSigner } from '../../../platform/recordings/links.ts';

const NOW = 1_700_000_000_000;
const options = { expiresInSeconds: 60, contentType: 'audio/flac', fileName: 'memo.flac' };
const signer = (secret: string, previousSecret?: string, nowMs = NOW) =>
  createLinkSigner({ secret, previousSecret, baseUrl: 'https://sotto.example/v1/recordings', now: () => nowMs });

test('verify() returns the signed object, until the link expires', () => {
  const { url, expiresAt } = signer('current').sign('notes/ü 1/a?b#c', options);
  expect(expiresAt).toBe(NOW + 60_000);
  const link = { object: 'notes/ü 1/a?b#c', contentType: 'audio/flac', fileName: 'memo.flac' };
  expect(signer('current', undefined, NOW + 59_999).verify(new URL(url))).toEqual(link);
  expect(signer('current', undefined, NOW + 60_000).verify(new URL(url))).toBeNull();
});

test('verify() accepts links signed with the previous secret, and with no other', () => {
  const old = new URL(signer('old').sign('a', options).url);
  expect(signer('current', 'old').verify(old)?.object).toBe('a');
  expect(signer('current', 'older').verify(old)).toBeNull();
  expect(signer('current').verify(old)).toBeNull();
});

test('sign() uses only the current secret', () => {
  const url = new URL(signer('current', 'old').sign('a', options).url);
  expect(signer('current').verify(url)?.object).toBe('a');
  expect(signer('old').verify(url)).toBeNull();
});

import { expect, test } from 'bun:test';
import { createClientTokens } from '../../accounts/client-tokens.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const tokens = createClientTokens({ secret: 'x'.repeat(32), now: () => 1_000_000 });
const holder = { orgId: crypto.randomUUID(), keyId: crypto.randomUUID() };

test('read() accepts a token only in the exact form in which it was issued', async () => {
  const { token } = await tokens.issue(holder, 60);
  expect(await tokens.read(token)).toEqual(holder);
  const [head = '', payload = '', signature = ''] = token.split('.');
  // The last base64url character of 32 bytes contains two unused bits.
  const last = ALPHABET.indexOf(signature.at(-1) ?? '');
  const others = [1, 2, 3].map((bits) => `${signature.slice(0, -1)}${ALPHABET[last ^ bits]}`);
  const spellings = [...others, `${signature}=`, `${signature}!`, ` ${signature}`].map(
    (s) => `${head}.${payload}.${s}`,
  );
  for (const spelling of [...spellings, `${head}=.${payload}.${signature}`, `${token}.`])
    expect(await tokens.read(spelling)).toBe('invalid');
});

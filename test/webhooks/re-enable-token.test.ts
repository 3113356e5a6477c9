import { expect, test } from 'bun:test';
import { createReEnableTokens } from '../../webhooks/re-enable-token.ts';

const NOW = 1_700_000_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const claim = { userId: 'user', endpointId: 'endpoint', generation: 2 };
const tokens = (secret: string, previousSecret?: string, nowMs = NOW) =>
  createReEnableTokens({ secret, previousSecret, now: () => nowMs });

test('verify() returns the claim for 30 days', async () => {
  const token = await tokens('current').sign(claim);
  expect(await tokens('current', undefined, NOW + 30 * DAY_MS - 1000).verify(token)).toEqual(claim);
  expect(await tokens('current', undefined, NOW + 30 * DAY_MS).verify(token)).toBeNull();
});

test('verify() accepts links signed with the previous secret, and with no other', async () => {
  const token = await tokens('old').sign(claim);
  expect(await tokens('current', 'old').verify(token)).toEqual(claim);
  expect(await tokens('current', 'older').verify(token)).toBeNull();
  expect(await tokens('current').verify(token)).toBeNull();
});

test('sign() uses only the current secret', async () => {
  const token = await tokens('current', 'old').sign(claim);
  expect(await tokens('current').verify(token)).toEqual(claim);
  expect(await tokens('old').verify(token)).toBeNull();
});

test('verify() refuses a text that is not a token', async () => {
  for (const text of ['', 'a', 'a.b.c', `${await tokens('current').sign(claim)}x`]) {
    expect(await tokens('current').verify(text)).toBeNull();
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { BROWSER_ROUTES, ROUTES } from '../support/access-routes.ts';
import { type Callers, type Headers, startCallers } from '../support/callers.ts';

let callers: Callers;
beforeAll(async () => {
  callers = await startCallers();
});
afterAll(() => callers.stop());

describe('cross-site request forgery', () => {
  const unsafe = BROWSER_ROUTES.filter((name) => !name.startsWith('GET '));
  const foreign: readonly (readonly [string, Headers])[] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.127.0.0.1' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ];

  test('there are state-changing routes with a session', () => expect(unsafe.length).toBeGreaterThan(15));

  test.each(unsafe)('%s refuses a session from another site with 403', async (name) => {
    for (const [, headers] of foreign) {
      const before = await callers.stateOfTheirs();
      const { cookie, userId } = await callers.newcomer();
      expect((await callers.call(name, { ...cookie, ...headers })).status).toBe(403);
      expect(await callers.api.tags.list(userId)).toEqual([]);
      expect(await callers.stateOfTheirs()).toBe(before);
    }
  });

  test.each(unsafe)('%s takes a session from its own site', async (name) => {
    const { cookie } = await callers.newcomer();
    const response = await callers.call(name, { ...cookie, 'sec-fetch-site': 'same-origin', origin: callers.api.url });
    expect(response.status).toBe(ROUTES[name]?.status ?? 0);
  });

  test('no response lets a page of another site read data of a session', async () => {
    for (const name of BROWSER_ROUTES) {
      const { cookie } = await callers.newcomer();
      const response = await callers.call(name, { ...cookie, origin: 'https://evil.example' });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });
});

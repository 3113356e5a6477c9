import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { refusals, ways } from '../support/access-attempts.ts';
import { ROUTE_NAMES, ROUTES, type Route } from '../support/access-routes.ts';
import { type Callers, startCallers } from '../support/callers.ts';

let callers: Callers;
beforeAll(async () => {
  callers = await startCallers();
});
afterAll(() => callers.stop());

test('the table lists exactly the routes of the service', () => {
  const served = callers.api.app.routes.map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, '')}`);
  expect(ROUTE_NAMES.toSorted()).toEqual([...new Set(served)].toSorted());
});

describe.each(ROUTE_NAMES)('%s', (name) => {
  const { access, status } = ROUTES[name] as Route;

  for (const [what, refused, headers] of refusals(access)) {
    test(`refuses ${what} with ${refused}, before the body`, async () => {
      const method = name.split(' ')[0];
      const response = await callers.call(name, await headers(callers), method === 'GET' ? undefined : '{"broken');
      expect(response.status).toBe(refused);
      expect(response.headers.has('www-authenticate')).toBe(refused === 401);
      expect(response.headers.has('set-cookie')).toBe(false);
    });
  }

  for (const [what, headers] of ways(access)) {
    test(`answers ${what} with ${status}, and leaves another user’s things alone`, async () => {
      const before = await callers.stateOfTheirs();
      const response = await callers.call(name, await headers(callers));
      expect(response.status).toBe(status);
      if (status === 404) expect(await response.text()).not.toContain('Private');
      expect(await callers.stateOfTheirs()).toBe(before);
    });
  }
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SEARCH_ATTRIBUTES } from '../../../contracts/search-attributes.ts';
import { ensureSearchAttributes } from '../../../platform/temporal/register-search-attributes.ts';
import { startDevServer, type TestTemporal } from '../../support/temporal.ts';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await startDevServer();
}, 60_000);
afterAll(() => temporal.stop());

async function known(): Promise<string[]> {
  const { operatorService } = temporal.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace: temporal.namespace });
  return Object.keys(customAttributes);
}

test('ensureSearchAttributes() adds the missing attributes, and does nothing the second time', async () => {
  const names = SEARCH_ATTRIBUTES.map(({ name }) => name);
  const { operatorService } = temporal.connection;
  await operatorService.removeSearchAttributes({ namespace: temporal.namespace, searchAttributes: names.slice(0, 2) });
  expect(await known()).not.toContain(names[0]);
  await ensureSearchAttributes(temporal.connection, temporal.namespace);
  await ensureSearchAttributes(temporal.connection, temporal.namespace);
  expect(await known()).toEqual(expect.arrayContaining(names));
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { startAdmin, type TestAdmin } from './setup.ts';

let operator: TestAdmin;
beforeAll(async () => {
  operator = await startAdmin();
});
afterAll(() => operator.stop());
beforeEach(async () => {
  await operator.server.redis.flushall();
});

describe('output', () => {
  test('prints a table for rows, fields for one record, and None for nothing', async () => {
    expect(await operator.admin('org', 'list')).toBe('None');
    const { organization_id: id } = await operator.row('org', 'create', 'Acme');
    const table = (await operator.admin('org', 'list')).split('\n');
    expect(table).toHaveLength(2);
    expect(table[0]).toMatch(/^organization_id +name +allowed_origins +requests_per_minute +created_at$/);
    expect(table[1]).toMatch(new RegExp(`^${id} +Acme +- +600 +2026-01-15T10:00:00.000Z$`));
    expect(await operator.admin('org', 'show', id)).toContain('requests_per_minute  600');
  });

  test('escapes names that could control the terminal or forge a line', async () => {
    await operator.admin('org', 'create', 'a\u001b[31mred\u001b[0m\nforged\u0007');
    expect(await operator.admin('org', 'list')).toContain('ared forged ');
  });
});

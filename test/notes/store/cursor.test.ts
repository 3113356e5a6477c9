import { expect, test } from 'bun:test';
import { decodeCursor, encodeCursor } from '../../../notes/store/cursor.ts';

const user = '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e';
const tag = '8c6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e';
const filters = { query: 'Tea team', createdAfter: 5, tagIds: [tag, user] };

test('decodeCursor() returns what encodeCursor() received', () => {
  for (const before of [0, 1, 4_096, 123_456_789]) {
    expect(decodeCursor(user, filters, encodeCursor(user, filters, before))).toBe(before);
  }
});

test('decodeCursor() accepts equivalent filters', () => {
  const cursor = encodeCursor(user, filters, 7);
  expect(
    decodeCursor(user, { tagIds: [user, tag.toUpperCase(), tag], query: 'TEAM, tea', createdAfter: 5 }, cursor),
  ).toBe(7);
});

test.each([
  [{ ...filters, query: 'tea' }],
  [{ ...filters, createdAfter: 6 }],
  [{ ...filters, createdAfter: undefined, createdBefore: 5 }],
  [{ ...filters, updatedAfter: 5 }],
  [{ ...filters, tagIds: [tag] }],
  [{}],
])('decodeCursor() refuses a cursor of other filters: %j', (other) => {
  expect(decodeCursor(user, other, encodeCursor(user, filters, 7))).toBeNull();
});

test("decodeCursor() refuses another user's cursor and malformed ones", () => {
  const cursor = encodeCursor(user, filters, 7);
  expect(decodeCursor(tag, filters, cursor)).toBeNull();
  const altered = `B${cursor.slice(1)}`;
  for (const bad of ['', 'x', altered, cursor.slice(1), `${cursor}A`, `${cursor}=`, ` ${cursor}`, '7'])
    expect(decodeCursor(user, filters, bad)).toBeNull();
});

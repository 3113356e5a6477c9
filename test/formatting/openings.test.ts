import { expect, test } from 'bun:test';
import { withoutOpening } from '../../formatting/describe/headline.ts';

test('withoutOpening() removes "right" and "well" before a pause, and keeps them before a noun', () => {
  expect(withoutOpening('Right, we order the pipes.', 'en')).toBe('We order the pipes.');
  expect(withoutOpening('Right so we order the pipes.', 'en')).toBe('We order the pipes.');
  expect(withoutOpening('Well, the roof leaks.', 'en')).toBe('The roof leaks.');
  expect(withoutOpening('Right ear hurts since Monday.', 'en')).toBe('Right ear hurts since Monday.');
  expect(withoutOpening('Well water tastes of iron.', 'en')).toBe('Well water tastes of iron.');
});

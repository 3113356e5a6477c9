import { expect, test } from 'bun:test';
import { describeError } from '../../platform/log.ts';

test('describeError() gives kind, code and location of an error, and not its message', () => {
  const error = Object.assign(new TypeError('secret words'), { code: 'ECONNRESET' });
  const described = describeError(error);
  expect(described).toMatchObject({ name: 'TypeError', code: 'ECONNRESET' });
  expect(described.at?.length).toBeGreaterThan(0);
  expect(JSON.stringify(described)).not.toContain('secret words');
});

test('describeError() accepts a value that is not an Error', () => {
  expect(describeError('secret words')).toEqual({ name: 'string' });
});

test('describeError() leaves out a message of several lines that looks like frames', () => {
  const { at = [] } = describeError(new Error('first\n    at secret words'));
  expect(at.join()).not.toContain('secret words');
});

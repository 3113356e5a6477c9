import { expect, test } from 'bun:test';
import { openAll } from '../../platform/open-all.ts';

test('openAll() closes in reverse order, one after the other', async () => {
  const closed: string[] = [];
  const close = (name: string) => async () => {
    await Promise.resolve();
    closed.push(name);
  };
  const opened = await openAll(async (opening) => {
    opening.defer(close('first'));
    opening.defer(close('second'));
    return { port: 80 };
  });
  expect({ port: opened.port, closed }).toEqual({ port: 80, closed: [] });
  await opened.close();
  await opened.close();
  expect(closed).toEqual(['second', 'first']);
});

test('openAll() closes what it opened when a later part fails, and throws that failure', async () => {
  const closed: string[] = [];
  const opening = openAll(async (stack) => {
    stack.defer(() => void closed.push('first'));
    stack.defer(() => {
      throw new Error('Cannot close');
    });
    throw new Error('Cannot open the third');
  });
  await expect(opening).rejects.toThrow('Cannot open the third');
  expect(closed).toEqual(['first']);
});

test('close() closes every part when one fails, and reports the failure', async () => {
  const closed: string[] = [];
  const { close } = await openAll(async (opening) => {
    opening.defer(() => void closed.push('first'));
    opening.defer(() => {
      throw new Error('Cannot close the second');
    });
    return {};
  });
  await expect(close()).rejects.toThrow('Cannot close the second');
  expect(closed).toEqual(['first']);
});

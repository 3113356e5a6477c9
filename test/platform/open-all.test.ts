import { expect, test } from 'bun:test';
import { openAll } from '../../platform/open-all.ts';

test('openAll() closes what was opened last first, each once it is through with the one after it', async () => {
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

test('openAll() that fails closes what was open by then and throws why it failed', async () => {
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

test('close() closes the others too when one cannot be closed, and says so', async () => {
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

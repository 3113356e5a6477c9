import { describe, expect, test } from 'bun:test';
import { createQuietClose } from '../../../platform/http/quiet-close.ts';
import { eventually } from '../../support/eventually.ts';

/** Keeps the process busy, so that timers run late. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function create() {
  const closed: number[] = [];
  return { closed, quiet: createQuietClose((code) => closed.push(code)) };
}

describe('close()', () => {
  test('closes at once on a caller that sent nothing', () => {
    const { closed, quiet } = create();
    quiet.close(1001, 'stopping');
    expect(closed).toEqual([1001]);
  });

  test('waits for messages that arrive while the process is busy', async () => {
    const { closed, quiet } = create();
    quiet.arrived();
    quiet.close(1008, 'too fast');
    // It is due before the caller has been quiet for long enough, and the process is busy until long after.
    const { promise: message, resolve } = Promise.withResolvers<boolean>();
    setTimeout(() => resolve(quiet.arrived()), 60);
    block(200);
    expect(await message).toBe(true);
    expect(closed).toEqual([]);
    await eventually('it is closed', () => closed.length > 0);
    expect(closed).toEqual([1008]);
  });

  test('is done now when the server stops', () => {
    const { closed, quiet } = create();
    quiet.arrived();
    quiet.close(1008, 'too fast');
    expect(closed).toEqual([]);
    quiet.flush();
    expect(closed).toEqual([1008]);
  });
});

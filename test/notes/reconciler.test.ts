import { expect, test } from 'bun:test';
import { startRecovery } from '../../notes/reconciler.ts';
import { createLog } from '../../platform/log.ts';

test('startRecovery() runs the later recoveries after one that fails', async () => {
  const ran: string[] = [];
  const recoveries = ['first', 'second', 'third'].map((name) => ({
    message: name,
    run: async () => {
      ran.push(name);
      if (name !== 'third') throw new Error('unavailable');
      return 1;
    },
  }));
  await startRecovery(recoveries, createLog('silent')).stop();
  expect(ran).toEqual(['first', 'second', 'third']);
});

import { rm } from 'node:fs/promises';
import { openHome } from './home.ts';
import { stopLeftovers } from './instance.ts';

/**
 * Entry of the guard: a process that waits until the supervisor has ended for any reason. Then it stops the processes
 * that the supervisor left running, in order. It deletes a temporary home that a killed supervisor could not delete.
 */
const [folder, kind] = process.argv.slice(2);
if (!folder) throw new Error('Cannot guard as the home is missing: it is the first argument');

process.stdin.resume();
process.stdin.once('end', async () => {
  const wasKilled = await stopLeftovers(await openHome(folder));
  if (wasKilled && kind === 'temporary') await rm(folder, { recursive: true, force: true });
  process.exit(0);
});

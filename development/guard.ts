import { openHome } from './home.ts';
import { stopLeftovers } from './instance.ts';

/**
 * Entry of the guard: a process that waits until the supervisor has ended for any reason. Then it stops the processes
 * that the supervisor left running, in order.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Cannot guard as the home is missing: it is the first argument');

process.stdin.resume();
process.stdin.once('end', async () => {
  await stopLeftovers(await openHome(folder));
  process.exit(0);
});

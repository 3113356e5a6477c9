import { openHome } from './home.ts';
import { stopLeftovers } from './instance.ts';

/**
 * Entry of the guard: a process beside the supervisor that does nothing until the supervisor is gone, however that
 * came about. Then it stops in order what the supervisor left running.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Cannot guard as the home is missing: it is the first argument');

process.stdin.resume();
process.stdin.once('end', async () => {
  await stopLeftovers(await openHome(folder));
  process.exit(0);
});

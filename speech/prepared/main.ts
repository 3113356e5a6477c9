// With a cache of transpiled modules, Bun fills it with these.
import '../process/models.ts';
import '../process/serve.ts';
import { writeFile } from 'node:fs/promises';
import { preparedCache } from './cache.ts';
import { prepareModels } from './prepare.ts';

/** Entry of the set-up's last step: makes speech processes start faster. Writes the folder's path to a file. */
const [stamp] = process.argv.slice(2);
const folder = await prepareModels(preparedCache(process.env));
if (stamp !== undefined) await writeFile(stamp, folder);
process.exit(0);

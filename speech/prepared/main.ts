// With a cache of transpiled modules, Bun fills it with these.
import '../process/models.ts';
import '../process/serve.ts';
import { prepareModels } from './prepare.ts';

/** Entry of the set-up's last step: makes speech processes start faster. */
await prepareModels();
process.exit(0);

import { createProgress } from '../../development/progress.ts';
import { setUpTestTools } from './tools.ts';

/** Entry of `npm run test:tools`: gets what the tests start, and runs none. */
await setUpTestTools(process.env, createProgress(process.stderr));

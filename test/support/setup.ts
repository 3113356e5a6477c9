import { createProgress } from '../../development/progress.ts';
import { setUpTestTools } from './tools.ts';

/** Entry of `npm run test:tools`: installs the tools of the tests without running any test. */
await setUpTestTools(process.env, createProgress(process.stderr));

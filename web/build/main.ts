import { fileURLToPath } from 'node:url';
import { buildWeb } from './build.ts';

/** Entry that development/launcher.mjs runs when the web app is older than its sources: builds it into `web/dist`. */
await buildWeb(fileURLToPath(new URL('../dist', import.meta.url)));

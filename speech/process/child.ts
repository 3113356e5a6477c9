import { ModelError } from '../embedded/shape.ts';
import { writeFrame } from './frames.ts';
import type { FromProcess, ProcessSettings } from './messages.ts';
import { loadModels } from './models.ts';

import { serve } from './serve.ts';

// Ctrl-C reaches the whole process group. This process ends only when its input ends, that is, with its parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

// Standard output carries frames, so libraries must not print to it.
for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[method] = () => undefined;

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const models = await loadModels(settings).catch(async (error: unknown) => {
  const reason = error instanceof ModelError ? error.message : 'The model could not be loaded';
  await writeFrame(process.stdout, { type: 'unloadable', reason } satisfies FromProcess);
  return undefined;
});
if (models !== undefined) await serve(process.stdin, process.stdout, models);
process.exit(0);

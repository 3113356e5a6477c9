import { ModelError } from '../embedded/shape.ts';
import { writeFrame } from './frames.ts';
import type { FromProcess, ProcessSettings } from './messages.ts';
import { loadRunner } from './runner.ts';
import { serve } from './serve.ts';

// Ctrl-C reaches the whole process group: only the end of the input, which is the parent's end, may end this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

// Output carries frames: a library that prints must not come between them.
for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[method] = () => undefined;

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const runner = await loadRunner(settings).catch(async (error: unknown) => {
  const reason = error instanceof ModelError ? error.message : 'The model could not be loaded';
  await writeFrame(process.stdout, { type: 'unloadable', reason } satisfies FromProcess);
  return undefined;
});
if (runner !== undefined) await serve(process.stdin, process.stdout, runner);
process.exit(0);

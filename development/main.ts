import { fileURLToPath } from 'node:url';
import { bypassProxyForLoopback } from '../platform/http/loopback.ts';
import { describeStack } from './describe-stack.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { startStack } from './stack.ts';

/** Entry of `npm start`: runs all of Sotto on this machine. `--sudo` allows it to install a missing Redis with sudo. */
const sample = fileURLToPath(new URL('../speech/samples/jfk.flac', import.meta.url));
const maySudo = process.argv.includes('--sudo');

bypassProxyForLoopback(process.env);
await runUntilStopped(
  (deps) => startStack({ env: process.env, maySudo, ...deps }),
  (stack) => describeStack(stack, sample, process.cwd()),
);

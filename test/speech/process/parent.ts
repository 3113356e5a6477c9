import pino from 'pino';
import { createSpeechEngine } from '../../../speech/engine.ts';

/** Starts an engine, prints its process id when it is ready, and keeps running. */
const pids: number[] = [];
const write = (line: string) => void pids.push(...[JSON.parse(line).pid].filter((pid) => pid !== undefined));
const log = pino({ level: 'debug', base: null }, { write });
const engine = createSpeechEngine({ processes: 1, threads: 1, log });
await engine.ready();
process.stdout.write(`${pids[0]}\n`);
setInterval(() => undefined, 60_000);

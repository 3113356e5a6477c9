import process from 'node:process';
import { createLog } from '../../platform/log.ts';
import { createSpeechEngine } from '../../speech/engine.ts';
import { failureOf, fixture, request } from './support.ts';

const engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
await engine.ready();
const { text } = await engine.transcribe(request(fixture('ask-index-last.m4a')));
const code = await failureOf(engine.transcribe(request(fixture('ask.opus').slice(0, 5_000))));
await engine.close();
process.stdout.write(JSON.stringify({ text, code }));

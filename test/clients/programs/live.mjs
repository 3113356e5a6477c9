// Dictates samples live. Prints what came as JSON.
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { ConnectionError, createSotto, liveSession } from 'sotto-sdk';

const { SOTTO_URL: baseUrl, SOTTO_API_KEY: apiKey, SAMPLES } = process.env;
const [words, texts] = [[], []];
const options = { sampleRate: 16_000, onWords: (part) => words.push(part), onText: (text) => texts.push(text) };
const session = await liveSession(createSotto({ baseUrl, apiKey }), options);
const samples = await readFile(SAMPLES);
for (let at = 0; at < samples.length; at += 6_400) session.send(samples.subarray(at, at + 6_400));
await session.finish();
const refused = await liveSession(createSotto({ baseUrl, apiKey: 'sotto_key_of_nobody' })).catch((error) => error);
const isRefused = refused instanceof ConnectionError;
const misread = await liveSession(createSotto({ baseUrl, apiKey }), { sampleRate: 8_000 }).catch((error) => error);
const refusedSetting = misread instanceof ConnectionError ? misread.message : null;

/** Is refused as by the package `ws`, whose `error` ends the process unless somebody listens. */
class RefusedSocket extends EventEmitter {
  constructor() {
    super();
    setTimeout(() => this.emit('error', new Error('Unexpected server response: 401')) && this.emit('close'));
  }
  addEventListener(name, listener) {
    this.on(name, listener);
  }
}
const withoutServer = { WebSocket: RefusedSocket };
const failed = await liveSession(createSotto({ baseUrl, apiKey }), withoutServer).catch((error) => error);
const isRefusedByPackage = failed instanceof ConnectionError;
const refusals = { isRefused, refusedSetting, isRefusedByPackage };
process.stdout.write(JSON.stringify({ words: words.join(''), text: texts.join(' '), ...refusals }));
process.exit();

import { readdirSync, readFileSync } from 'node:fs';
import { openAudio } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { SpeechError } from '../../../speech/types.ts';
import { createRandom, mutate, type Random } from './random.ts';

/**
 * A separate process that decodes damaged recordings, so that a native crash does not end the tests.
 * Arguments: seed and number of cases. Prints the number of each case before it and the problem, if any, after it.
 */

/** The allowed outcomes for damaged recordings. */
const ALLOWED = new Set([
  'audio_empty',
  'audio_undecodable',
  'audio_truncated',
  'audio_encrypted',
  'unsupported_codec',
]);
/** Some seconds of speech, decoded on a busy machine. */
const MAX_MS = 8_000;
const MAX_SECONDS = 600;

const [seed = 0, count = 0, first = 0] = process.argv.slice(2).map(Number);
const folder = new URL('../../speech/fixtures/', import.meta.url);
const originals = readdirSync(folder)
  .filter((name) => name.startsWith('ask')) // the same words in every format
  .sort()
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, folder))) }));
originals.push({ name: 'made.wav', bytes: wav() });

for (let index = first; index < first + count; index += 1) {
  const random = createRandom(seed * 1_000_003 + index);
  const { name, bytes } = originals[index % originals.length] ?? fail();
  process.stdout.write(`case ${index} ${name}\n`);
  const started = performance.now();
  const problem = await decode(damage(random, bytes));
  const ms = performance.now() - started;
  if (problem) process.stdout.write(`problem ${index} ${name}: ${problem}\n`);
  if (ms > MAX_MS) process.stdout.write(`problem ${index} ${name}: took ${Math.round(ms)} ms\n`);
}
process.stdout.write(`resident ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MiB\n`);
process.exit(0);

/** Most damage is where formats store their metadata: in the head, or in the tail with its index. */
function damage(random: Random, original: Uint8Array): Uint8Array {
  const kind = random.int(5);
  const edge = Math.min(original.length, random.pick([64, 600, 3_000]));
  if (kind === 0) return mutate(random, original);
  if (kind === 1) return Buffer.concat([mutate(random, original.subarray(0, edge)), original.subarray(edge)]);
  if (kind === 2) return Buffer.concat([original.subarray(0, -edge), mutate(random, original.subarray(-edge))]);
  if (kind === 3) return Buffer.concat([original.subarray(0, edge), random.bytes(random.int(3_000))]);
  return mutate(random, original, 40);
}

async function decode(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const source = await openSource({ bytes });
    const audio = await openAudio(source);
    let seconds = 0;
    for await (const channels of audio.blocks()) {
      const length = channels[0]?.length ?? 0;
      if (channels.some((samples) => samples.length !== length)) return 'channels of different lengths';
      if (channels.some((samples) => samples.some(Number.isNaN))) return 'samples that are no numbers';
      seconds += length / audio.sampleRate;
      if (seconds > MAX_SECONDS) return undefined; // the caller counts seconds and stops
    }
    return undefined;
  } catch (error) {
    if (error instanceof SpeechError && ALLOWED.has(error.code)) return undefined;
    return error instanceof Error ? `${error.name}: ${error.message} ${error.stack?.split('\n')[1] ?? ''}` : 'no error';
  }
}

/** A second of a tone, 16 bits at 16 kHz. */
function wav(): Uint8Array<ArrayBuffer> {
  const data = Buffer.alloc(32_000);
  for (let at = 0; at < 16_000; at += 1) data.writeInt16LE(Math.round(9_000 * Math.sin(at / 6)), at * 2);
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt32LE(data.length, 40);
  return new Uint8Array(Buffer.concat([head, data]));
}

function fail(): never {
  throw new Error('There is no such recording');
}

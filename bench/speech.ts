import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { SAMPLE_RATE } from '../speech/decode/audio.ts';
import { openSource } from '../speech/decode/source.ts';
import { decodeVoices } from '../speech/decode/voices.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { loadRunner } from '../speech/process/runner.ts';
import { encodeWav } from '../speech/remote/wav.ts';
import type { SpeechEngine, Transcript } from '../speech/types.ts';
import { countWordErrors } from './speech-error-rate.ts';
import { memoryMiB } from './support/memory.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const SET = fileURLToPath(new URL('speech-set', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../speech/samples/jfk.flac', import.meta.url));
const AUDIO = /\.(?:wav|flac|mp3|m4a|mp4|aac|ogg|opus|webm)$/i;
const ROUNDS = 15;
const THREADS = 2;

/**
 * `bun run bench speech`: word error rate and real-time factor of a folder of recordings with a `.txt` beside each
 * (`--dir`), or of the bundled set; then the cost of the speech process, and time and memory of a long recording
 * (`--minutes`, 30 by default, 0 for none).
 */
export async function run(args: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({
    args: [...args],
    options: { dir: { type: 'string' }, minutes: { type: 'string', default: '30' } },
  });
  const pids: number[] = [];
  const engine = createSpeechEngine({ processes: 1, threads: THREADS, log: pidLog(pids) });
  await engine.ready();
  try {
    if (values.dir !== undefined) return await errorRate(engine, values.dir, 'given', []);
    return [
      ...(await bundledSet(engine)),
      ...(await processCost(engine)),
      ...(await long(engine, pids, Number(values.minutes))),
    ];
  } finally {
    await engine.close();
  }
}

async function bundledSet(engine: SpeechEngine): Promise<Figure[]> {
  const vocabulary = (await readFile(join(SET, 'names/vocabulary.list'), 'utf8')).trim().split('\n');
  return [
    ...(await errorRate(engine, join(SET, 'plain'), 'plain', [])),
    ...(await errorRate(engine, join(SET, 'plain'), 'plain, foreign vocabulary', vocabulary)),
    ...(await errorRate(engine, join(SET, 'names'), 'names', [])),
    ...(await errorRate(engine, join(SET, 'names'), 'names, with vocabulary', vocabulary)),
  ];
}

/** Word error rate of each file, printed, and over all of them. */
async function errorRate(
  engine: SpeechEngine,
  folder: string,
  title: string,
  vocabulary: readonly string[],
): Promise<Figure[]> {
  const files = (await readdir(folder)).filter((name) => AUDIO.test(name)).sort();
  let errors = 0;
  let words = 0;
  let seconds = 0;
  let milliseconds = 0;
  print(`\n${title}: ${folder}`);
  for (const file of files) {
    const path = join(folder, file);
    const said = await readFile(join(folder, `${basename(file, extname(file))}.txt`), 'utf8');
    const heard = await transcribe(engine, path, vocabulary);
    const own = countWordErrors(said, heard.text);
    errors += own.errors;
    words += own.words;
    seconds += heard.durationSeconds;
    milliseconds += heard.decodeMs + heard.inferenceMs;
    print(`  ${percent(own.errors, own.words).padStart(6)}  ${own.errors}/${own.words}  ${file}`);
  }
  return [
    { name: `word error rate, ${title}`, value: (100 * errors) / Math.max(1, words), unit: '%' },
    { name: `real-time factor, ${title}`, value: milliseconds / 1000 / Math.max(1, seconds), unit: '× real time' },
  ];
}

/** The sample in this process, and through the speech process, in turn. */
async function processCost(engine: SpeechEngine): Promise<Figure[]> {
  const inProcess = await loadRunner({ transcribes: true, threads: THREADS });
  const bytes = new Uint8Array(await readFile(SAMPLE));
  const options = {
    source: { byteLength: bytes.length },
    maxSeconds: 60,
    separateChannels: false,
    vocabulary: [],
    wantWords: false,
    from: 0,
  };
  const { signal } = new AbortController();
  const handlers = { signal, onPiece: async () => undefined, onClips: async () => undefined };
  const inside: number[] = [];
  const through: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    inside.push(await timed(() => inProcess.transcribe({ bytes }, options, handlers)));
    through.push(await timed(() => engine.transcribe(request({ bytes }))));
  }
  const [direct, piped] = [percentile(inside, 0.5), percentile(through, 0.5)];
  return [
    { name: '11 s sample in this process, p50', value: direct, unit: 'ms' },
    { name: '11 s sample through the speech process, p50', value: piped, unit: 'ms' },
    { name: 'cost of the speech process', value: piped / direct, unit: '×', goal: { atMost: 1.1 } },
  ];
}

/**
 * The sample again and again, as one recording on disk. Memory swings with the collector, around what it reaches in
 * minutes.
 */
async function long(engine: SpeechEngine, pids: readonly number[], minutes: number): Promise<Figure[]> {
  if (minutes <= 0) return [];
  const { tookMs, found } = await repeated(engine, minutes);
  const peak = await memoryMiB(pids[0], 'VmHWM');
  const figures: Figure[] = [
    { name: `${minutes} minutes of speech`, value: tookMs / 1000, unit: 's' },
    { name: 'sentences found of those said', value: 100 * found, unit: '%', goal: { atLeast: 97 } },
  ];
  if (peak === undefined) return figures;
  return [...figures, { name: 'peak memory of the speech process', value: peak, unit: 'MiB', goal: { atMost: 700 } }];
}

/** Transcribes some minutes; `found` is the part of its sentences that came out. */
async function repeated(engine: SpeechEngine, minutes: number): Promise<{ tookMs: number; found: number }> {
  const path = join(tmpdir(), `sotto-bench-${process.pid}.wav`);
  try {
    const repeats = await writeRepeated(path, minutes);
    const started = performance.now();
    const { text } = await transcribe(engine, path, []);
    const tookMs = performance.now() - started;
    return { tookMs, found: (text.match(/what you can do for your country/gi)?.length ?? 0) / repeats };
  } finally {
    await rm(path, { force: true });
  }
}

async function writeRepeated(path: string, minutes: number): Promise<number> {
  const source = await openSource({ path: SAMPLE });
  const parts: number[] = [];
  for await (const [samples = []] of decodeVoices(source, { kind: 'mixed' }))
    for (const sample of samples) parts.push(sample);
  await source.close();
  const one = Int16Array.from([...parts, ...new Array<number>(0.6 * SAMPLE_RATE).fill(0)], (sample) => sample * 32_767);
  const repeats = Math.ceil((minutes * 60 * SAMPLE_RATE) / one.length);
  const all = new Int16Array(one.length * repeats);
  for (let index = 0; index < repeats; index++) all.set(one, index * one.length);
  await writeFile(path, encodeWav(all));
  return repeats;
}

function transcribe(engine: SpeechEngine, path: string, vocabulary: readonly string[]): Promise<Transcript> {
  return engine.transcribe({ ...request({ path }), vocabulary });
}

function request(audio: { readonly bytes: Uint8Array } | { readonly path: string }) {
  const { signal } = new AbortController();
  return { audio, language: undefined, vocabulary: [], maxSeconds: 1e6, separateChannels: false, signal };
}

/** A log that only keeps the speech processes' ids. */
function pidLog(pids: number[]): pino.Logger {
  const write = (line: string) => {
    const { pid } = JSON.parse(line) as { pid?: number };
    if (pid !== undefined) pids.push(pid);
  };
  return pino({ level: 'debug', base: null }, { write });
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}

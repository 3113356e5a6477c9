import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { SAMPLE_RATE } from '../speech/decode/audio.ts';
import { decodeRecording, decodeVoices } from '../speech/decode/decode.ts';
import { openSource } from '../speech/decode/source.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { type OpenedRecording, runJob } from '../speech/pipeline.ts';
import { loadModels } from '../speech/process/models.ts';
import { encodeWav } from '../speech/remote/wav.ts';
import type { SpeechEngine } from '../speech/types.ts';
import { requestFor, transcribeFile } from './speech-request.ts';
import { compareEngines, errorRate, refusedLanguages } from './speech-sets.ts';
import { wordTimes, wordTimesCost } from './speech-word-times.ts';
import { memoryMiB } from './support/memory.ts';
import type { Figure } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const SET = fileURLToPath(new URL('speech-set', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../speech/samples/jfk.flac', import.meta.url));
const ROUNDS = 15;
const THREADS = 2;
const REMOTE_TIMEOUT_MS = 300_000;

/**
 * `bun run bench speech`: word error rate and real-time factor of a folder of recordings with `.txt` files (`--dir`),
 * or of the bundled set, for which word times and their cost are measured too; then the cost of the speech process, and time and
 * memory of a long recording (`--minutes`, 30 by default, 0 for none). `--against <url>` compares the embedded engine
 * with a server instead, on `--dir` or the bundled set; `--model` names the server's model, and `SPEECH_API_KEY`
 * contains its key. `--model-dir <folder>` compares it with another Moonshine model.
 */
export async function run(args: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      against: { type: 'string' },
      model: { type: 'string', default: 'whisper-1' },
      'model-dir': { type: 'string' },
    },
  });
  const pids: number[] = [];
  const engine = createSpeechEngine({ processes: 1, threads: THREADS, log: pidLog(pids) });
  try {
    await engine.ready();
    const folder = values.dir ?? join(SET, 'plain');
    if (values.against !== undefined) return await against(engine, values.against, values.model, folder);
    if (values['model-dir'] !== undefined) return await againstModel(engine, values['model-dir'], folder);
    if (values.dir !== undefined) return await errorRate(engine, values.dir, 'given', []);
    return [
      ...(await bundledSet(engine)),
      ...(await wordTimes(engine, join(SET, 'timed'))),
      ...(await wordTimesCost(engine, new Uint8Array(await readFile(SAMPLE)))),
      ...(await refusedLanguages(engine, join(SET, 'foreign'))),
      ...(await processCost(engine)),
      ...(await long(engine, pids, Number(values.minutes))),
    ];
  } finally {
    await engine.close();
  }
}

async function against(embedded: SpeechEngine, url: string, model: string, folder: string): Promise<Figure[]> {
  const apiKey = process.env['SPEECH_API_KEY'];
  const remote = createSpeechEngine({
    processes: 1,
    threads: 1,
    remote: { url, apiKey, model, timeoutMs: REMOTE_TIMEOUT_MS },
    log: pino({ level: 'silent' }),
  });
  try {
    await remote.ready();
    return await compareEngines(folder, [
      { name: embedded.name, engine: embedded },
      { name: `${model} at ${new URL(url).host}`, engine: remote },
    ]);
  } finally {
    await remote.close();
  }
}

async function againstModel(embedded: SpeechEngine, modelDir: string, folder: string): Promise<Figure[]> {
  const other = createSpeechEngine({ processes: 1, threads: THREADS, modelDir, log: pino({ level: 'silent' }) });
  try {
    await other.ready();
    return await compareEngines(folder, [
      { name: embedded.name, engine: embedded },
      { name: other.name, engine: other },
    ]);
  } finally {
    await other.close();
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

/** The sample in this process and in the speech process, in turn. */
async function processCost(engine: SpeechEngine): Promise<Figure[]> {
  const models = await loadModels({ transcribes: true, threads: THREADS });
  const bytes = new Uint8Array(await readFile(SAMPLE));
  const options = {
    separateChannels: false,
    vocabulary: [],
    wantWords: false,
    isUrgent: false,
    detectLanguage: true,
    from: 0,
  };
  const { signal } = new AbortController();
  const handlers = { signal, onPiece: async () => undefined, onClips: async () => undefined };
  const inside: number[] = [];
  const through: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    inside.push(await timed(async () => runJob(await openRecording(bytes, signal), options, handlers, models)));
    through.push(await timed(() => engine.transcribe(requestFor({ bytes }))));
  }
  const [direct, piped] = [percentile(inside, 0.5), percentile(through, 0.5)];
  return [
    { name: '11 s sample in this process, p50', value: direct, unit: 'ms' },
    { name: '11 s sample through the speech process, p50', value: piped, unit: 'ms' },
    { name: 'cost of the speech process', value: piped / direct, unit: '×', goal: { atMost: 1.1 } },
  ];
}

/** The recording as a speech process opens it. */
async function openRecording(bytes: Uint8Array, signal: AbortSignal): Promise<OpenedRecording> {
  const source = await openSource({ bytes });
  return { source, decoded: decodeRecording(source, { maxSeconds: 60, signal }) };
}

/**
 * The repeated sample as one recording on disk. Memory varies with garbage collection around the level of the first
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

/** Transcribes some minutes. `found` is the share of the sentences in the transcript. */
async function repeated(engine: SpeechEngine, minutes: number): Promise<{ tookMs: number; found: number }> {
  const path = join(tmpdir(), `sotto-bench-${process.pid}.wav`);
  try {
    const repeats = await writeRepeated(path, minutes);
    const started = performance.now();
    const { text } = await transcribeFile(engine, path);
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

/** A log that only keeps the speech processes' ids. */
function pidLog(pids: number[]): pino.Logger {
  const write = (line: string) => {
    const { pid } = JSON.parse(line) as { pid?: number };
    if (pid !== undefined) pids.push(pid);
  };
  return pino({ level: 'debug', base: null }, { write });
}

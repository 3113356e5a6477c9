import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type SpeechEngine, SpeechError } from '../speech/types.ts';
import { countWordErrors } from './speech-error-rate.ts';
import { transcribeFile } from './speech-request.ts';
import { type Figure, print } from './support/report.ts';
import { percentile } from './support/stats.ts';

const AUDIO = /\.(?:wav|flac|mp3|m4a|mp4|aac|ogg|opus|webm)$/i;

/** The result of one engine for one recording. */
interface FileResult {
  readonly errors: number;
  readonly words: number;
  readonly seconds: number;
  /** Decoding and inference. */
  readonly workMs: number;
  /** The time from the request to the response. */
  readonly tookMs: number;
}

/**
 * Prints the word error rate of each recording of a folder with a `.txt` file next to it, and returns the rate over
 * all.
 */
export async function errorRate(
  engine: SpeechEngine,
  folder: string,
  title: string,
  vocabulary: readonly string[],
): Promise<Figure[]> {
  print(`\n${title}: ${folder}`);
  const results: FileResult[] = [];
  for (const file of await audioFiles(folder)) {
    const result = await measure(engine, folder, file, vocabulary);
    print(`  ${rate(result)}  ${result.errors}/${result.words}  ${file}`);
    results.push(result);
  }
  return summary(results, title);
}

/** Compares two engines on the same folder, recording by recording in turn. */
export async function compareEngines(
  folder: string,
  engines: readonly { readonly name: string; readonly engine: SpeechEngine }[],
): Promise<Figure[]> {
  print(`\n${folder}: ${engines.map(({ name }) => name).join(' | ')}`);
  const results = engines.map((): FileResult[] => []);
  for (const file of await audioFiles(folder)) {
    const columns: string[] = [];
    for (const [index, { engine }] of engines.entries()) {
      const result = await measure(engine, folder, file, []);
      results[index]?.push(result);
      columns.push(`${rate(result)} ${Math.round(result.tookMs).toString().padStart(6)} ms`);
    }
    print(`  ${columns.join('  |')}  ${file}`);
  }
  return engines.flatMap(({ name }, index) => [
    ...summary(results[index] ?? [], name),
    { name: `answer, p50, ${name}`, value: median(results[index] ?? []), unit: 'ms' },
  ]);
}

/** The number of recordings in other languages that are rejected as such. */
export async function refusedLanguages(engine: SpeechEngine, folder: string): Promise<Figure[]> {
  const files = await audioFiles(folder);
  let refused = 0;
  for (const file of files) {
    const code = await transcribeFile(engine, join(folder, file)).then(
      () => 'none',
      (error: unknown) => (error instanceof SpeechError ? error.code : 'none'),
    );
    if (code === 'unsupported_language') refused += 1;
  }
  const value = (100 * refused) / files.length;
  return [{ name: 'foreign recordings refused', value, unit: '%', goal: { atLeast: 75 } }];
}

async function audioFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => AUDIO.test(name)).sort();
  if (files.length === 0) throw new Error(`There is no recording in ${folder}`);
  return files;
}

async function measure(
  engine: SpeechEngine,
  folder: string,
  file: string,
  vocabulary: readonly string[],
): Promise<FileResult> {
  const said = await readFile(join(folder, `${basename(file, extname(file))}.txt`), 'utf8');
  const started = performance.now();
  const heard = await transcribeFile(engine, join(folder, file), { vocabulary });
  const tookMs = performance.now() - started;
  const { errors, words } = countWordErrors(said, heard.text);
  return { errors, words, seconds: heard.durationSeconds, workMs: heard.decodeMs + heard.inferenceMs, tookMs };
}

function summary(results: readonly FileResult[], title: string): Figure[] {
  const sum = (read: (result: FileResult) => number) => results.reduce((total, result) => total + read(result), 0);
  const wrong =
    (100 * sum(({ errors }) => errors)) /
    Math.max(
      1,
      sum(({ words }) => words),
    );
  const factor =
    sum(({ workMs }) => workMs) /
    1000 /
    Math.max(
      1,
      sum(({ seconds }) => seconds),
    );
  return [
    { name: `word error rate, ${title}`, value: wrong, unit: '%' },
    { name: `real-time factor, ${title}`, value: factor, unit: '× real time' },
  ];
}

function median(results: readonly FileResult[]): number {
  return percentile(
    results.map(({ tookMs }) => tookMs),
    0.5,
  );
}

function rate({ errors, words }: FileResult): string {
  return `${((100 * errors) / Math.max(1, words)).toFixed(1)}%`.padStart(6);
}

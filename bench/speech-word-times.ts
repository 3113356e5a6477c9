import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SpeechEngine, Word } from '../speech/types.ts';
import { normalizeWords } from './speech-error-rate.ts';
import { requestFor, transcribeFile } from './speech-request.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, ratioOfMedians, timed } from './support/stats.ts';

/** The errors of word times, in seconds. */
export interface TimeErrors {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** The number of words in the reference. */
  readonly said: number;
}

/** How many words ahead a match is searched, so that a wrong word does not misalign the next ones. */
const LOOK_AHEAD = 3;

/** Compares an engine's words with a reference, each with times. Wrong words are left out. */
export function compareTimes(said: readonly Word[], heard: readonly Word[]): TimeErrors {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const word of said) {
    const near = heard.slice(at, at + LOOK_AHEAD).findIndex((other) => plain(other) === plain(word));
    const match = near < 0 ? undefined : heard[at + near];
    if (match === undefined) continue;
    at += near + 1;
    starts.push(Math.abs(match.start - word.start));
    ends.push(Math.abs(match.end - word.end));
  }
  return { starts, ends, said: said.length };
}

/** Compares the word times of a folder of recordings, each with a `.json` file of `[word, start, end]` next to it. */
export async function wordTimes(engine: SpeechEngine, folder: string): Promise<Figure[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.opus')).sort();
  const starts: number[] = [];
  const ends: number[] = [];
  for (const name of names) {
    const said = await readTimes(join(folder, `${basename(name, '.opus')}.json`));
    const { segments } = await transcribeFile(engine, join(folder, name), { wantWords: true });
    const errors = compareTimes(
      said,
      segments.flatMap((segment) => segment.words ?? []),
    );
    starts.push(...errors.starts);
    ends.push(...errors.ends);
  }
  const figure = (name: string, seconds: readonly number[], part: number, atMost?: number): Figure => ({
    name,
    value: percentile(seconds, part) * 1000,
    unit: 'ms',
    ...(atMost === undefined ? {} : { goal: { atMost } }),
  });
  return [
    figure('word starts off by, p50', starts, 0.5, 50),
    figure('word starts off by, p90', starts, 0.9),
    figure('word ends off by, p50', ends, 0.5, 50),
    figure('word ends off by, p90', ends, 0.9),
  ];
}

/** A reference of word times. */
export async function readTimes(path: string): Promise<Word[]> {
  const rows = JSON.parse(await readFile(path, 'utf8')) as [text: string, start: number, end: number][];
  return rows.map(([text, start, end]) => ({ text, start, end }));
}

function plain({ text }: Word): string {
  return normalizeWords(text).join(' ');
}

const COST_ROUNDS = 20;

/** What word times cost: a recording with and without them, in turn. */
export async function wordTimesCost(engine: SpeechEngine, bytes: Uint8Array): Promise<Figure[]> {
  const times = { with: [] as number[], without: [] as number[] };
  const transcribe = (wantWords: boolean) => timed(() => engine.transcribe(requestFor({ bytes }, { wantWords })));
  await transcribe(true);
  for (let round = 0; round < COST_ROUNDS; round++) {
    for (const wantWords of round % 2 === 0 ? [true, false] : [false, true]) {
      times[wantWords ? 'with' : 'without'].push(await transcribe(wantWords));
    }
  }
  const { value, low, high } = ratioOfMedians(times.with, times.without);
  print(`11 s sample with word times / without: 90 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`);
  return [{ name: 'cost of word times, 11 s sample', value, unit: '×' }];
}

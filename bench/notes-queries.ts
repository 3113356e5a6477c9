import { encodeCursor } from '../notes/store/cursor.ts';
import type { TestApi } from '../test/support/api.ts';
import { frequentBeginning, MINUTE_MS, SEED, type Subject } from './notes-subject.ts';
import { createCorpus } from './support/note-corpus.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const ROUNDS = 160;
const REDIS_ROUNDS = 25;
/** A query that is so slow that concurrent callers would measure nothing else. */
export const NOTE_BY_NOTE = 'worst: a beginning of 2,400 words, in old notes alone';

/** The queries, as query strings per user: the same question for each number of notes. */
export function queriesOf(subject: Subject): Readonly<Record<string, string>> {
  const corpus = createCorpus(SEED);
  const at = (share: number) => new Date(subject.firstAt + share * subject.notes * MINUTE_MS).toISOString();
  const deep = encodeCursor(subject.userId, {}, Math.round(subject.notes * 0.1));
  return {
    list: '',
    'created_after and created_before': `created_after=${at(0.4)}&created_before=${at(0.6)}`,
    'updated_after, the last 30': `updated_after=${new Date(subject.firstAt + (subject.notes - 30) * MINUTE_MS).toISOString()}`,
    'one tag': `tag_id=${subject.tags[0]?.tagId}`,
    'three tags': subject.tags
      .slice(0, 3)
      .map((tag) => `tag_id=${tag.tagId}`)
      .join('&'),
    'deep cursor page': `cursor=${deep}`,
    'q: one word': `q=${corpus.word(200)}`,
    'q: three words': `q=${[30, 60, 120].map((rank) => corpus.word(rank)).join('+')}`,
    'q: a rare word': `q=${subject.rareWord}`,
    'q: two rare words': `q=${subject.rareWords.join('+')}`,
    'q: a very common word': `q=${corpus.word(0)}`,
    'q: one letter': 'q=s',
    'q: a beginning of 300 words, in old notes alone': `q=${frequentBeginning(corpus)}qa`,
    'q: a beginning of 1,200 words, in old notes alone': `q=${frequentBeginning(corpus)}ve`,
    'q, tag and dates': `q=${corpus.word(20)}&tag_id=${subject.tags[1]?.tagId}&created_after=${at(0.1)}`,
    'worst: two frequent words that never meet': 'q=evenly+oddly',
    [NOTE_BY_NOTE]: `q=${frequentBeginning(corpus)}zu`,
    'worst: three letters, and two frequent words that never meet': `q=${frequentBeginning(corpus).slice(0, 3)}+evenly+oddly`,
    'worst: no match, with updated_after': `q=evenly+oddly&updated_after=${at(0)}`,
  };
}

export async function queryFigures(api: TestApi, subjects: readonly Subject[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const queries = subjects.map(queriesOf);
  for (const name of Object.keys(queries[0] ?? {})) {
    const calls = subjects.map((subject, index) => {
      const query = queries[index]?.[name];
      if (query === undefined) throw new Error(`No query '${name}' for ${subject.notes} notes`);
      return () => page(api, subject, query);
    });
    // A query that finds nothing, or checks each note, cannot stop at a full page. It is reported without a goal.
    const worst = name.startsWith('worst');
    const medians = await measure(api, name, subjects, calls, worst ? ROUNDS / 10 : ROUNDS);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    const largest = `${subjects.at(-1)?.notes} against ${subjects[0]?.notes} notes`;
    figures.push({ name: `${name}, ${largest}`, value: ratio, unit: '×', ...(worst ? {} : { goal: { atMost: 2 } }) });
    const last = calls.at(-1);
    if (!worst || !last) continue;
    const held = await redisTimes(api, last);
    figures.push({ name: `${name}, in Redis`, value: held.wholeMs, unit: 'ms' });
    figures.push({ name: `${name}, one script of it`, value: held.scriptMs, unit: 'ms', goal: { atMost: 5 } });
  }
  return figures;
}

/** The median milliseconds of each call. Other figures are printed. */
async function measure(
  api: TestApi,
  name: string,
  subjects: readonly Subject[],
  calls: readonly (() => Promise<void>)[],
  rounds: number,
): Promise<number[]> {
  const samples = calls.map(() => [] as number[]);
  for (const call of calls) for (let round = 0; round < rounds / 8; round += 1) await call();
  // In turn, so that the load of other programs affects all alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, call] of calls.entries()) samples[index]?.push(await timed(call));
  }
  const medians = samples.map((times) => percentile(times, 0.5));
  const shown: string[] = [];
  for (const [index, call] of calls.entries()) {
    const [p50 = 0, p95] = [medians[index], percentile(samples[index] ?? [], 0.95)];
    const { wholeMs } = await redisTimes(api, call);
    const redis = `Redis ${(wholeMs * 1000).toFixed(0)} µs`;
    shown.push(`${subjects[index]?.notes}: p50 ${p50.toFixed(2)} p95 ${p95.toFixed(2)} ms, ${redis}`);
  }
  print(`${name.padEnd(58)} ${shown.join(' | ')}`);
  return medians;
}

/** How long a call occupies Redis in total, and how long one of its scripts does. */
async function redisTimes(api: TestApi, call: () => Promise<void>): Promise<{ wholeMs: number; scriptMs: number }> {
  await api.redis.redis.config('RESETSTAT');
  for (let round = 0; round < REDIS_ROUNDS; round += 1) await call();
  const stats = await api.redis.redis.info('commandstats');
  const [, scripts, spentUs] = /cmdstat_evalsha:calls=(\d+),usec=(\d+)/.exec(stats) ?? [];
  return {
    wholeMs: Number(spentUs) / REDIS_ROUNDS / 1000,
    scriptMs: Number(spentUs) / Number(scripts) / 1000,
  };
}

/** Requests a page like a client. */
export async function page(api: TestApi, { secret }: Subject, query: string): Promise<void> {
  const response = await fetch(`${api.url}/v1/public-api/notes?${query}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A list was answered with ${response.status}`);
}

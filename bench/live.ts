import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { changedWords } from '../dictation/live/agreement.ts';
import { createPacing } from '../dictation/live/pacing.ts';
import { startLiveDictation } from '../dictation/live/session.ts';
import type { LiveEvent, LiveSettings } from '../dictation/live/types.ts';
import { createFormatter } from '../formatting/formatter.ts';
import { decodeVoices } from '../speech/decode/decode.ts';
import { openSource } from '../speech/decode/source.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { encodeWav } from '../speech/remote/wav.ts';
import type { SpeechEngine } from '../speech/types.ts';
import { countWordErrors } from './speech-error-rate.ts';
import { requestFor } from './speech-request.ts';
import { type Figure, print } from './support/report.ts';
import { percentile } from './support/stats.ts';

const RATE = 16_000;
const PART_MS = 100;
/** Longer than the pause that ends an utterance. */
const SILENCE_MS = 1_500;
const SESSIONS = 3;
const SET = fileURLToPath(new URL('speech-set', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../speech/samples/jfk.flac', import.meta.url));

const SETTINGS: LiveSettings = {
  format: { encoding: 'pcm16', sampleRate: RATE },
  turns: { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.8 },
  ...{ language: 'en', dictionary: undefined, context: undefined, extraInstructions: undefined },
  ...{ formats: false, wantWords: true },
};

/** What a listener saw. Times are milliseconds after the beginning of the audio. */
interface Seen {
  readonly event: LiveEvent;
  readonly atMs: number;
}

/**
 * `bun run bench live`: how soon words come at the speed of speech, alone and with three sessions at once; how often
 * provisional words change; and how many more words are wrong than in one transcription of the whole recording.
 */
export async function run(): Promise<readonly Figure[]> {
  const engine = createSpeechEngine({ processes: 1, threads: 2, log: pino({ level: 'silent' }) });
  try {
    await engine.ready();
    const sample = await pcmOf(SAMPLE);
    await listen(engine, sample, 8); // warms up
    const decodeMs = await oneDecode(engine, sample);
    print(`  one decode of the sample: ${Math.round(decodeMs)} ms`);
    const alone = await listen(engine, sample, 1);
    const shared = createPacing(clock);
    const together = await Promise.all(Array.from({ length: SESSIONS }, () => listen(engine, sample, 1, shared)));
    return [
      ...figuresOf([alone], 'alone', decodeMs),
      ...figuresOf(together, `${SESSIONS} at once`, decodeMs),
      ...(await wordErrors(engine, 'plain')),
      ...(await wordErrors(engine, 'names')),
    ];
  } finally {
    await engine.close();
  }
}

const clock = () => performance.now() / 1000;

/**
 * @param speed 1 is as fast as it is spoken
 * @param pacing is shared by the sessions of a process
 */
async function listen(
  engine: SpeechEngine,
  pcm: Uint8Array,
  speed: number,
  pacing = createPacing(clock),
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const began = performance.now();
  const session = startLiveDictation(
    {
      ...{ speech: engine, formatter: createFormatter({}), clock, pacing },
      limits: { maxMs: 600_000, maxSilentMs: 600_000 },
    },
    SETTINGS,
    (event) => seen.push({ event, atMs: performance.now() - began }),
  );
  const audio = Buffer.concat([pcm, Buffer.alloc((SILENCE_MS / 1000) * RATE * 2)]);
  const size = (PART_MS / 1000) * RATE * 2;
  for (let at = 0; at < audio.length; at += size) {
    // A part is there once its last sample was spoken.
    await setTimeout(Math.max(0, (at / size + 1) * (PART_MS / speed) - (performance.now() - began)));
    session.push(audio.subarray(at, at + size));
  }
  await session.finish();
  session.end('completed');
  return seen;
}

function figuresOf(sessions: readonly (readonly Seen[])[], name: string, decodeMs: number): Figure[] {
  const first = sessions.flatMap(firstWords);
  const commits = sessions.flatMap(commitDelays);
  const finals = sessions.flatMap(finalDelays);
  const changes = sessions.map(flicker);
  const goal = (ms: number) => ({ atMost: ms });
  return [
    { name: `first provisional word, p50, ${name}`, value: percentile(first, 0.5), unit: 'ms', goal: goal(800) },
    { name: `commit of a word, p50, ${name}`, value: percentile(commits, 0.5), unit: 'ms' },
    { name: `commit of a word, p95, ${name}`, value: percentile(commits, 0.95), unit: 'ms', goal: goal(1_500) },
    {
      name: `text after the end, p95, ${name}`,
      value: percentile(finals, 0.95),
      unit: 'ms',
      goal: goal(300 + decodeMs),
    },
    { name: `text after the end, p50, to one decode, ${name}`, value: percentile(finals, 0.5) / decodeMs, unit: '×' },
    { name: `provisional words changed, ${name}`, value: Math.max(...changes), unit: '/s', goal: goal(0.5) },
  ];
}

/** From the speech of each utterance to its first word. */
function firstWords(seen: readonly Seen[]): number[] {
  return seen.flatMap(({ event }) => {
    if (event.type !== 'started') return [];
    const heard = seen.find(
      ({ event: other }) =>
        other.type === 'recognized' &&
        other.utterance === event.utterance &&
        other.committed.length + other.provisional.length > 0,
    );
    const padding = SETTINGS.turns?.prefixSeconds ?? 0;
    return heard === undefined ? [] : [heard.atMs - (event.at + padding) * 1000];
  });
}

/** From the end of each word, as the engine tells its time, to its commit. */
function commitDelays(seen: readonly Seen[]): number[] {
  return seen.flatMap(({ event, atMs }) => {
    if (event.type !== 'recognized' || event.newCount === 0) return [];
    return event.committed.slice(-event.newCount).map(({ end }) => atMs - end * 1000);
  });
}

/** From the event that closes each utterance to its text, in milliseconds. */
function finalDelays(seen: readonly Seen[]): number[] {
  return seen.flatMap(({ event, atMs }) => {
    if (event.type !== 'final') return [];
    const stopped = seen.find(({ event: other }) => other.type === 'closed' && other.utterance === event.utterance);
    return [atMs - (stopped?.atMs ?? atMs)];
  });
}

/** Provisional words that were replaced, for each second of audio. */
function flicker(seen: readonly Seen[]): number {
  let before: readonly string[] = [];
  let changed = 0;
  for (const { event } of seen) {
    if (event.type === 'closed') before = [];
    if (event.type !== 'recognized') continue;
    const shown = event.provisional.map(({ text }) => text);
    // Committed words left the front of the list.
    changed += changedWords(before.slice(event.newCount), shown);
    before = shown;
  }
  return changed / ((seen.at(-1)?.atMs ?? 1) / 1000);
}

async function oneDecode(engine: SpeechEngine, pcm: Uint8Array): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await engine.transcribe(requestFor({ bytes: encodeWav(pcm) }));
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

/** Word errors of the final texts of a set, against one transcription of each whole recording. */
async function wordErrors(engine: SpeechEngine, set: string): Promise<Figure[]> {
  const totals = { live: 0, batch: 0, words: 0 };
  for (const file of (await readdir(join(SET, set))).filter((name) => /\.(?:flac|mp3|wav|opus)$/.test(name))) {
    const reference = await readFile(join(SET, set, file.replace(/\.\w+$/, '.txt')), 'utf8');
    const pcm = await pcmOf(join(SET, set, file));
    const batch = (await engine.transcribe(requestFor({ bytes: encodeWav(pcm) }))).text;
    const live = (await listen(engine, pcm, 20)).flatMap(({ event }) => (event.type === 'final' ? [event.text] : []));
    totals.live += countWordErrors(reference, live.join(' ')).errors;
    const { errors, words } = countWordErrors(reference, batch);
    totals.batch += errors;
    totals.words += words;
  }
  const rate = (errors: number) => (100 * errors) / totals.words;
  return [
    { name: `word error rate, whole, ${set}`, value: rate(totals.batch), unit: '%' },
    {
      name: `word error rate, live, ${set}`,
      value: rate(totals.live),
      unit: '%',
      goal: { atMost: rate(totals.batch) + 0.5 },
    },
  ];
}

/** The first channel of a recording as PCM16 at 16 kHz. */
async function pcmOf(path: string): Promise<Uint8Array> {
  const source = await openSource({ path });
  const parts: Buffer[] = [];
  for await (const [samples = new Float32Array(0)] of decodeVoices(source, { kind: 'mixed' })) {
    const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
    parts.push(Buffer.from(pcm.buffer));
  }
  await source.close();
  return Buffer.concat(parts);
}

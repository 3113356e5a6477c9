import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestStack } from '../test/faults/support/stack.ts';
import { connectLive, type LiveClient, partsOf, samplePcm } from '../test/support/live.ts';
import { type Figure, print } from './support/report.ts';
import { type Gauges, readGauges } from './support/soak-gauges.ts';

const RATE = 16_000;
const SAMPLE_SECONDS = 11;
/** The silence after each utterance at the speed of speech. */
const SILENCE_SECONDS = 4;
const PART_SECONDS = 0.1;
const PARTS = 20;
/** The share of the load after which caches and pools are warm. Later growth depends on the load. */
const WARM_PARTS = 6;
/** A session has this many utterances of eleven seconds, then another one is opened. */
const UTTERANCES = 20;
const BUSY_MS = 5_000;

interface Load {
  readonly pcm: Uint8Array;
  readonly realTime: boolean;
  open(): Promise<LiveClient>;
}

/** The memory after some hours of audio. */
interface Measured {
  readonly hours: number;
  readonly gauges: Gauges;
}

/**
 * `bun run bench live-memory [--minutes=60] [--sessions=3] [--real-time]`: the memory of each process of the whole stack while
 * listeners dictate this many minutes of audio, and how much it grows per hour of audio. Each utterance is sent as soon as the
 * text of the last one has arrived; with `--real-time`, at the speed of speech with a pause after it.
 */
export async function run(given: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({
    args: [...given],
    options: {
      minutes: { type: 'string', default: '60' },
      sessions: { type: 'string', default: '3' },
      'real-time': { type: 'boolean', default: false },
    },
  });
  const realTime = values['real-time'];
  const utteranceSeconds = SAMPLE_SECONDS + (realTime ? SILENCE_SECONDS : 0);
  const utterances = Math.ceil((Number(values.minutes) * 60) / utteranceSeconds);
  const stack = await startTestStack({ LOG_LEVEL: 'warn' });
  try {
    const load: Load = { pcm: await samplePcm(RATE), realTime, open: () => openSession(stack) };
    const measured: Measured[] = [];
    let begun = 0;
    for (let part = 1; part <= PARTS; part += 1) {
      const startedAt = performance.now();
      const before = begun;
      const isDue = () => begun < (utterances * part) / PARTS && ++begun > 0;
      await Promise.all(Array.from({ length: Number(values.sessions) }, () => listen(load, isDue)));
      const gauges = await readGauges(stack);
      const hours = (begun * utteranceSeconds) / 3600;
      measured.push({ hours, gauges });
      tell(hours, ((begun - before) * utteranceSeconds * 1000) / (performance.now() - startedAt), gauges);
    }
    return growth(measured);
  } finally {
    await stack.stop();
  }
}

/** Opens a session. On a slow machine it is refused with `busy` and tried again. */
async function openSession({ url, apiKey }: { url: string; apiKey: string }): Promise<LiveClient> {
  for (;;) {
    const client = await connectLive(`${url}/v1/realtime`, { headers: { authorization: `Bearer ${apiKey}` } });
    const input = { format: { type: 'audio/pcm', rate: RATE }, turn_detection: null };
    client.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
    const isOpen = await client.next('session.updated').then(
      () => true,
      () => false,
    );
    if (isOpen) return client;
    await setTimeout(BUSY_MS);
  }
}

/** Dictates as long as there is something to say. */
async function listen(load: Load, isDue: () => boolean): Promise<void> {
  let client = await load.open();
  for (let said = 1; isDue(); said += 1) {
    await say(client, load);
    client.send({ type: 'input_audio_buffer.commit' });
    await client.next('conversation.item.input_audio_transcription.completed');
    if (said % UTTERANCES !== 0) continue;
    await client.close();
    client = await load.open();
  }
  await client.close();
}

/** Sends an utterance. */
async function say(client: LiveClient, { pcm, realTime }: Load): Promise<void> {
  const silence = new Uint8Array(realTime ? 2 * RATE * SILENCE_SECONDS : 0);
  const startedAt = performance.now();
  let sent = 0;
  for (const part of partsOf(Buffer.concat([pcm, silence]), RATE)) {
    sent += 1;
    if (realTime) await setTimeout(Math.max(0, sent * PART_SECONDS * 1000 - (performance.now() - startedAt)));
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.from(part).toString('base64') });
  }
}

/** Memory at the end compared with the end of the warm-up, and its slope after the warm-up. */
function growth(measured: readonly Measured[]): Figure[] {
  const warm = measured.slice(WARM_PARTS - 1);
  return (['apiMiB', 'workerMiB', 'enginesMiB'] as const).flatMap((gauge) => {
    const name = gauge.replace('MiB', '');
    const points = warm.map(({ hours, gauges }) => [hours, gauges[gauge]] as const);
    return [
      {
        name: `live: ${name}, memory at the end / after ${WARM_PARTS} of ${PARTS} parts`,
        value: (points.at(-1)?.[1] ?? Number.NaN) / (points[0]?.[1] ?? Number.NaN),
        unit: '×',
        goal: { atMost: 1.15 },
      },
      { name: `live: ${name}, growth after the warm-up`, value: slope(points), unit: 'MiB per hour of audio' },
    ];
  });
}

/** The slope of the line of least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const sumOf = (term: (at: number, value: number) => number) =>
    points.reduce((sum, [at, value]) => sum + term(at, value), 0);
  return sumOf((at, value) => (at - x) * (value - y)) / sumOf((at) => (at - x) ** 2);
}

function tell(hours: number, speed: number, { apiMiB, workerMiB, enginesMiB, redisMiB, redisKeys }: Gauges): void {
  print(
    `  ${(hours * 60).toFixed(1)} min of audio, ${speed.toFixed(1)} × real time: ` +
      `API ${apiMiB.toFixed(0)} MiB, worker ${workerMiB.toFixed(0)}, engines ${enginesMiB.toFixed(0)}, ` +
      `Redis ${redisMiB.toFixed(1)} in ${redisKeys} keys`,
  );
}

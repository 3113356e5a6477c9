import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestStack } from '../test/faults/support/stack.ts';
import { connectLive, type LiveClient, partsOf, samplePcm } from '../test/support/live.ts';
import { type Figure, print } from './support/report.ts';
import { type Gauges, readGauges } from './support/soak-gauges.ts';

const RATE = 16_000;
const SAMPLE_SECONDS = 11;
const SESSIONS = 3;
const PARTS = 10;
/** The share of the load after which caches and pools are warm. Later growth depends on the load. */
const WARM_PART = 3;
/** A session has this many utterances of eleven seconds, then another one is opened. */
const UTTERANCES = 20;
const BUSY_MS = 5_000;

/**
 * `bun run bench live-memory [--minutes=60]`: the memory of each process of the whole stack while three listeners dictate
 * this many minutes of audio, each utterance as soon as the text of the last one has arrived.
 */
export async function run(given: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({ args: [...given], options: { minutes: { type: 'string', default: '60' } } });
  const utterances = Math.ceil((Number(values.minutes) * 60) / SAMPLE_SECONDS);
  const stack = await startTestStack({ LOG_LEVEL: 'warn' });
  try {
    const pcm = await samplePcm(RATE);
    const gauges: Gauges[] = [];
    let begun = 0;
    const open = () => openSession(stack);
    for (let part = 1; part <= PARTS; part += 1) {
      const startedAt = performance.now();
      const before = begun;
      const isDue = () => begun < (utterances * part) / PARTS && ++begun > 0;
      await Promise.all(Array.from({ length: SESSIONS }, () => listen(open, pcm, isDue)));
      const now = await readGauges(stack);
      gauges.push(now);
      tell(begun, ((begun - before) * SAMPLE_SECONDS * 1000) / (performance.now() - startedAt), now);
    }
    return growth(gauges);
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
async function listen(open: () => Promise<LiveClient>, pcm: Uint8Array, isDue: () => boolean): Promise<void> {
  let client = await open();
  for (let said = 1; isDue(); said += 1) {
    for (const part of partsOf(pcm, RATE)) {
      client.send({ type: 'input_audio_buffer.append', audio: Buffer.from(part).toString('base64') });
    }
    client.send({ type: 'input_audio_buffer.commit' });
    await client.next('conversation.item.input_audio_transcription.completed');
    if (said % UTTERANCES !== 0) continue;
    await client.close();
    client = await open();
  }
  await client.close();
}

/** Memory at the end compared with the end of the warm-up. */
function growth(gauges: readonly Gauges[]): Figure[] {
  const [warm, last] = [gauges[WARM_PART - 1], gauges.at(-1)];
  return (['apiMiB', 'workerMiB', 'enginesMiB'] as const).map((gauge) => ({
    name: `live: ${gauge.replace('MiB', '')}, memory at the end / after ${WARM_PART} of ${PARTS} parts`,
    value: (last?.[gauge] ?? Number.NaN) / (warm?.[gauge] ?? Number.NaN),
    unit: '×',
    goal: { atMost: 1.15 },
  }));
}

function tell(utterances: number, speed: number, { apiMiB, workerMiB, enginesMiB, redisMiB, redisKeys }: Gauges): void {
  print(
    `  ${((utterances * SAMPLE_SECONDS) / 60).toFixed(1)} min of audio, ${speed.toFixed(1)} × real time: ` +
      `API ${apiMiB.toFixed(0)} MiB, worker ${workerMiB.toFixed(0)}, engines ${enginesMiB.toFixed(0)}, ` +
      `Redis ${redisMiB.toFixed(1)} in ${redisKeys} keys`,
  );
}

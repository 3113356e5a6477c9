import { createLog } from '../platform/log.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { dictate, longSampleAudio } from '../test/support/dictate.ts';
import { startBase, startService, type TestBase, type TestService } from '../test/support/service.ts';
import { transcribe } from '../test/support/transcribe.ts';
import { startBare } from './support/bare.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, ratioOfMedians, timed } from './support/stats.ts';

const ROUNDS = 40;
const MIN_ROUNDS = 12;
/** On a slow machine there are fewer rounds, so that the bench ends within three minutes. */
const MAX_MS = 80_000;
const FORMAT_ROUNDS = 200;
const CALLERS = 8;

/**
 * `bun run bench dictation`: the HTTP path compared with the engine alone, and `format` compared with a workflow alone.
 */
export async function run(): Promise<readonly Figure[]> {
  const base = await startBase();
  try {
    const service = await startService(base, { DICTATION_CONCURRENCY: '64' });
    try {
      return [...(await againstEngine(service)), ...(await againstBare(base, service))];
    } finally {
      await service.api.stop();
    }
  } finally {
    await base.stop();
  }
}

/**
 * One caller and eight, with a clip of 11 s. The engine alone is a second one. All are measured in each round, one round in
 * one order and the next in the other, so that a load of the machine affects all alike.
 */
async function againstEngine(service: TestService): Promise<Figure[]> {
  const audio = await longSampleAudio();
  const engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  await engine.ready();
  const bare = () =>
    engine.transcribe({
      audio: { bytes: audio },
      language: undefined,
      vocabulary: [],
      maxSeconds: 60,
      separateChannels: false,
      signal: new AbortController().signal,
    });
  const whole = async () => {
    const { status } = await dictate(service, { source: 'smart', audio });
    if (status !== 200) throw new Error(`A dictation ended with ${status}`);
  };
  const asOpenAi = async () => {
    const answer = await transcribe(service, { model: 'sotto', file: audio });
    await answer.text();
    if (answer.status !== 200) throw new Error(`A transcription ended with ${answer.status}`);
  };
  const engineMs: number[] = [];
  const httpMs: number[] = [];
  const openAiMs: number[] = [];
  const series = [
    { call: bare, ms: engineMs },
    { call: whole, ms: httpMs },
    { call: asOpenAi, ms: openAiMs },
  ];
  const end = performance.now() + MAX_MS;
  for (let round = 0; round < ROUNDS && (round < MIN_ROUNDS || performance.now() < end); round += 1) {
    for (const { call, ms } of round % 2 === 0 ? series : series.toReversed()) ms.push(await timed(call));
  }
  const together = await timed(async () => {
    const caller = async () => {
      for (let round = 0; round < 4; round += 1) await whole();
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  });
  await engine.close();
  const alone = 1000 / percentile(httpMs, 0.5);
  const [engine50, http50] = [percentile(engineMs, 0.5), percentile(httpMs, 0.5)];
  const ratio = ratioOfMedians(httpMs, engineMs);
  print(`bare engine p50 ${engine50.toFixed(0)} ms; HTTP p50 ${http50.toFixed(0)} ms; ${engineMs.length} rounds`);
  print(`HTTP / bare engine: 90 % interval ${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)}`);
  return [
    { name: 'dictation: HTTP p50 / bare engine p50', value: ratio.value, unit: '×', goal: { atMost: 1.1 } },
    {
      name: "dictation: OpenAI's transcriptions p50 / HTTP p50",
      value: percentile(openAiMs, 0.5) / http50,
      unit: '×',
      goal: { atMost: 1.05 },
    },
    {
      name: 'dictation: HTTP p95 / bare engine p95',
      value: percentile(httpMs, 0.95) / percentile(engineMs, 0.95),
      unit: '×',
    },
    {
      name: 'dictation: throughput of 8 callers / 1 caller, no error',
      value: (CALLERS * 4 * 1000) / together / alone,
      unit: '×',
    },
  ];
}

async function againstBare(base: TestBase, service: TestService): Promise<Figure[]> {
  const bare = await startBare(base.temporal.connection, base.temporal.namespace);
  const format = () => dictate(service, { source: 'format', raw_text: 'um send it to anna comma please period' });
  const bareMs: number[] = [];
  const formatMs: number[] = [];
  for (let round = 0; round < FORMAT_ROUNDS; round += 1) {
    bareMs.push(await timed(bare.run));
    formatMs.push(await timed(format));
  }
  await bare.stop();
  const [bare50, format50] = [percentile(bareMs, 0.5), percentile(formatMs, 0.5)];
  print(`bare workflow p50 ${bare50.toFixed(1)} ms; format p50 ${format50.toFixed(1)} ms`);
  return [
    { name: 'dictation: format p50 / bare workflow p50', value: format50 / bare50, unit: '×', goal: { atMost: 1.25 } },
  ];
}

import { dictate, longSampleAudio } from '../test/support/dictate.ts';
import { startCollector } from '../test/support/otlp.ts';
import { createCustomer, startBase, type TestBase } from '../test/support/service.ts';
import { spawnService } from '../test/support/spawn.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const SPOKEN_ROUNDS = 40;
const FORMAT_ROUNDS = 400;

type Service = Awaited<ReturnType<typeof spawnService>>;

/**
 * `bun run bench tracing`: dictations with tracing compared with those without, in turn, by two processes on one base.
 */
export async function run(): Promise<readonly Figure[]> {
  const base = await startBase();
  const collector = await startCollector();
  try {
    const [plain, traced] = [await start(base, {}), await start(base, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })];
    try {
      const audio = await longSampleAudio();
      const customer = await createCustomer(base);
      const speak = ({ url }: Service) => dictate({ ...customer, url }, { source: 'smart', audio });
      const format = ({ url }: Service) =>
        dictate({ ...customer, url }, { source: 'format', raw_text: 'um send it to anna comma please period' });
      for (let warm = 0; warm < 20; warm += 1) await Promise.all([format(plain), format(traced)]);
      await Promise.all([speak(plain), speak(traced)]);
      const figures = [
        await compare(
          'dictation of an 11 s clip',
          SPOKEN_ROUNDS,
          () => speak(plain),
          () => speak(traced),
        ),
        await compare(
          'format of a sentence',
          FORMAT_ROUNDS,
          () => format(plain),
          () => format(traced),
        ),
      ];
      print(`${collector.spans.length} spans received`);
      return figures;
    } finally {
      await Promise.all([plain.stop(), traced.stop()]);
    }
  } finally {
    await collector.stop();
    await base.stop();
  }
}

const start = (base: TestBase, env: Record<string, string>) =>
  spawnService(base, { env: { SPEECH_PROCESSES: '1', ...env } });

/** Measures both in turn, in alternating order, so that the load of other programs affects both alike. */
async function compare(
  name: string,
  rounds: number,
  plain: () => Promise<unknown>,
  traced: () => Promise<unknown>,
): Promise<Figure> {
  const [plainMs, tracedMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) plainMs.push(await timed(plain));
    tracedMs.push(await timed(traced));
    if (round % 2 === 1) plainMs.push(await timed(plain));
  }
  const [off, on] = [percentile(plainMs, 0.5), percentile(tracedMs, 0.5)];
  print(`${name}: p50 ${off.toFixed(1)} ms without tracing, ${on.toFixed(1)} ms with it`);
  return { name: `tracing: ${name}, p50 with / without`, value: on / off, unit: '×', goal: { atMost: 1.03 } };
}

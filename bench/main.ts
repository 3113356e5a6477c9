import { type Bench, type Figure, print, printFigures } from './support/report.ts';

const BENCHES = [
  'dictation',
  'uploads',
  'fairness',
  'speech',
  'live',
  'format',
  'describe',
  'notes',
  'webhooks',
  'tracing',
  'credentials',
  'export',
  'web',
  'scale',
];

/** Need servers that the others do not need, or take an hour, so `all` leaves them out. */
const SEPARATE = ['cluster', 'live-memory'];

const [name = '', ...args] = process.argv.slice(2);
if (name === 'all') {
  const all: Figure[] = [];
  for (const bench of BENCHES) all.push(...(await run(bench, [])));
  printFigures('All', all);
} else if ([...BENCHES, ...SEPARATE].includes(name)) {
  await run(name, args);
} else {
  print(`Usage: bun run bench ${[...BENCHES, ...SEPARATE, 'all'].join(' | ')}`);
  process.exitCode = 2;
}
process.exit();

async function run(bench: string, given: readonly string[]): Promise<readonly Figure[]> {
  const module = (await import(`./${bench}.ts`)) as { run: Bench };
  const figures = await module.run(given);
  printFigures(bench, figures);
  return figures;
}

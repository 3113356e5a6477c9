import type { FileCost } from './file-costs.ts';

/** State of the machine's processors, in any unit, counted since it started. */
export interface MachineTimes {
  readonly idle: number;
  readonly all: number;
}

/** The first line of proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; guests are in user. */
export function parseMachineTimes(line: string): MachineTimes {
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, ioWait = 0] = fields;
  return { idle: idle + ioWait, all: fields.reduce((sum, field) => sum + field, 0) };
}

/** How much of the machine was in use between samples taken at equal distances, in percent, in at most `parts` parts. */
export function utilisation(samples: readonly MachineTimes[], parts: number): number[] {
  const count = Math.min(parts, samples.length - 1);
  return Array.from({ length: Math.max(0, count) }, (_, part) => {
    const at = (index: number) => samples[Math.floor((index * (samples.length - 1)) / count)] ?? { idle: 0, all: 0 };
    const [from, to] = [at(part), at(part + 1)];
    return Math.round(100 * (1 - (to.idle - from.idle) / Math.max(1, to.all - from.all)));
  });
}

const FILES = 10;
const whole = (seconds: number) => seconds.toFixed(0);

/** Describes where the time of a run went, in a few lines. */
export function describeCosts(
  kinds: readonly (readonly [kind: string, ms: number])[],
  files: readonly FileCost[],
  used: readonly number[],
): string[] {
  const seconds = kinds.map(([kind, ms]) => ({ kind, seconds: ms / 1_000 }));
  const sum = seconds.reduce((total, kind) => total + kind.seconds, 0);
  const shown = seconds.filter((kind) => kind.seconds >= 0.5);
  const costs = costsByFile(files);
  return [
    `Processor time: ${whole(sum)} s: ${shown.map((one) => `${one.kind} ${whole(one.seconds)}`).join(', ')}`,
    `Processors in use, by tenths of the run: ${used.join(', ')} %`,
    'Files that took most processor time (seconds of processor time, seconds):',
    ...top(costs, 'cpuSeconds'),
    'Files that took longest (seconds of processor time, seconds):',
    ...top(costs, 'seconds'),
  ];
}

/** A file that a failed test repeats, or that several processes share, has several lines. */
function costsByFile(files: readonly FileCost[]): FileCost[] {
  return [...Map.groupBy(files, ({ file }) => file)].map(([file, costs]) => ({
    file,
    seconds: costs.reduce((sum, { seconds }) => sum + seconds, 0),
    cpuSeconds: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  }));
}

function top(costs: readonly FileCost[], by: 'seconds' | 'cpuSeconds'): string[] {
  return costs
    .toSorted((one, other) => other[by] - one[by])
    .slice(0, FILES)
    .map((cost) => `${whole(cost.cpuSeconds).padStart(6)}${whole(cost.seconds).padStart(6)}  ${cost.file}`);
}

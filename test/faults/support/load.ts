import { openFiles, residentMiB } from './resources.ts';

/** The results of calls at a steady rate. */
export interface Load<Result> {
  readonly results: Result[];
  /** The maximum number of calls that waited for an answer at the same time. */
  readonly mostInFlight: number;
}

/** Calls at a steady rate, whether earlier calls were answered or not, and waits for all answers. */
export async function callSteadily<Result>(
  rate: { readonly perSecond: number; readonly forMs: number },
  call: () => Promise<Result>,
): Promise<Load<Result>> {
  const calls: Promise<Result>[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const until = performance.now() + rate.forMs;
  while (performance.now() < until) {
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    calls.push(call().finally(() => (inFlight -= 1)));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / rate.perSecond));
  }
  return { results: await Promise.all(calls), mostInFlight };
}

/** Repeated samples of what a process holds. */
export interface Samples {
  readonly files: readonly number[];
  readonly memoryMiB: readonly number[];
}

const SAMPLE_MS = 200;

/** Watches a process until the returned function is called. */
export function watchProcess(pid: number): () => Samples {
  const files: number[] = [];
  const memoryMiB: number[] = [];
  const look = () => {
    files.push(openFiles(pid));
    memoryMiB.push(residentMiB(pid));
  };
  look();
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return { files, memoryMiB };
  };
}

/** By how much the last third of the samples rises above the first. */
export function growth(samples: readonly number[]): number {
  const third = Math.ceil(samples.length / 3);
  return Math.max(...samples.slice(-third)) - Math.max(...samples.slice(0, third));
}

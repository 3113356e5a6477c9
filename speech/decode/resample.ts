/** Resamples one channel, in blocks. */
export interface Resampler {
  /** @returns a new array with the samples that are complete so far */
  push(samples: Float32Array): Float32Array;
  /** @returns the remaining samples */
  flush(): Float32Array;
}

/** Zero crossings of the sinc on each side, which keep aliasing below -70 dB. */
const CROSSINGS = 10;
/** Shape of the Kaiser window. */
const BETA = 7;
/** The share of the lower Nyquist frequency that is kept. The rest is the filter's slope. */
const CUTOFF = 0.94;
/** The maximum number of filters. Rates that need more use the nearest one. */
const MAX_PHASES = 640;

/** Rounding may request one sample after the end, which is silence. */
const MARGIN = 2;

/** A windowed-sinc resampler. Sample 0 stays at time 0, whatever the length of the blocks. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples.slice(), flush: () => new Float32Array(0) };
  const step = from / to;
  const phases = Math.min(MAX_PHASES, to / greatestDivisor(from, to));
  const filters = designFilters(step, phases);
  const taps = filters[0]?.length ?? 0;
  const reach = taps / 2;
  // Reused, because its garbage would be several times the recording. It starts with the samples that the next outputs
  // need; the first ones need silence before the start.
  let buffer = new Float32Array(reach + MARGIN);
  let kept = reach;
  let keptFrom = -reach;
  let produced = 0;

  function push(samples: Float32Array): Float32Array {
    const length = kept + samples.length;
    if (length + MARGIN > buffer.length) buffer = grown(buffer, kept, length + MARGIN);
    const input = buffer;
    input.set(samples, kept);
    input.fill(0, length, length + MARGIN);
    const end = keptFrom + length;
    const ready = Math.max(0, Math.floor((end - reach - 1) / step) + 1 - produced);
    const output = new Float32Array(ready);
    for (let index = 0; index < ready; index++) {
      const position = (produced + index) * step;
      const base = Math.floor(position + 0.5 / phases);
      const phase = Math.round((position - base) * phases);
      const filter = filters[Math.max(0, Math.min(phases - 1, phase))] as Float32Array;
      let start = base - reach + 1 - keptFrom;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (filter[tap] as number) * (input[start++] ?? 0);
      output[index] = sum;
    }
    produced += ready;
    const needed = Math.floor(produced * step) - reach;
    const from = Math.max(0, Math.min(length, needed - keptFrom));
    input.copyWithin(0, from, length);
    kept = length - from;
    keptFrom = end - kept;
    return output;
  }

  return { push, flush: () => push(new Float32Array(reach + 1)) };
}

/** A larger buffer that starts with the same samples. */
function grown(buffer: Float32Array, kept: number, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length);
  larger.set(buffer.subarray(0, kept));
  return larger;
}

/** One filter for each possible position of an output between two inputs. */
function designFilters(step: number, phases: number): Float32Array[] {
  const scale = CUTOFF * Math.min(1, 1 / step);
  const reach = Math.ceil(CROSSINGS / scale);
  return Array.from({ length: phases }, (_, phase) => {
    const filter = Float32Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - reach + 1 - phase / phases;
      const edge = distance / reach;
      return Math.abs(edge) >= 1 ? 0 : sinc(distance * scale) * bessel(BETA * Math.sqrt(1 - edge * edge));
    });
    const sum = filter.reduce((total, value) => total + value, 0);
    return filter.map((value) => value / sum);
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-9; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

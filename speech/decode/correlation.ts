/** Compares the waveforms of channels frame by frame, while they are decoded. */
export interface ChannelCorrelation {
  /** Adds one frame of all channels; `loudest` are its channels from the loudest to the quietest. */
  add(frame: readonly Float32Array[], loudest: readonly number[]): void;
  /**
   * How similar a channel is to the most similar louder channel around a frame, from 0 to 1: 1 for a copy, whatever its
   * level, polarity and small delay.
   */
  at(channel: number, frame: number): number;
}

/** The approximate sample rate for comparing waveforms. The main energy of speech is below half of it. */
const RATE = 4_000;
/** The maximum delay of sound to the microphone of another person at the same table. */
const MAX_LAG_SECONDS = 0.015;
/** Frames of 50 ms that are compared together. Two voices differ over a syllable, but seldom within one. */
const WINDOW_FRAMES = 4;
const SCALE = 255;

/** The comparison of two channels in one frame. */
interface Comparison {
  readonly one: number;
  readonly other: number;
  /** Sums of products, one per lag. */
  readonly products: Float64Array;
  readonly oneEnergy: number;
  readonly otherEnergy: number;
}

/** @param sampleRate the sample rate of the added frames */
export function createChannelCorrelation(channelCount: number, sampleRate: number): ChannelCorrelation {
  const step = Math.max(1, Math.round(sampleRate / RATE));
  const maxLag = Math.round((MAX_LAG_SECONDS * sampleRate) / step);
  const results: number[][] = Array.from({ length: channelCount }, () => []);
  let history: readonly Float32Array[] = Array.from({ length: channelCount }, () => new Float32Array(2 * maxLag));
  let recent: (readonly Comparison[])[] = [];

  function add(frame: readonly Float32Array[], loudest: readonly number[]): void {
    const joined = frame.map((samples, channel) => append(history[channel], decimate(samples, step)));
    const comparisons: Comparison[] = [];
    for (let channel = 0; channel < channelCount; channel++) {
      const other = loudest.find((candidate) => candidate !== channel) ?? channel;
      const [low, high] = [Math.min(channel, other), Math.max(channel, other)];
      if (comparisons.some(({ one, other: second }) => one === low && second === high)) continue;
      comparisons.push({ one: low, other: high, ...compare(joined[low], joined[high], maxLag) });
    }
    history = joined.map((samples) => samples.slice(-2 * maxLag));
    recent = [...recent, comparisons].slice(-WINDOW_FRAMES);
    for (let channel = 0; channel < channelCount; channel++) {
      const other = loudest.find((candidate) => candidate !== channel) ?? channel;
      results[channel]?.push(Math.round(likeness(recent, Math.min(channel, other), Math.max(channel, other)) * SCALE));
    }
  }

  // The window around a frame ends two frames later.
  const at = (channel: number, frame: number) => {
    const own = results[channel] ?? [];
    return (own[Math.min(own.length - 1, frame + WINDOW_FRAMES / 2)] ?? 0) / SCALE;
  };
  return { add, at };
}

/** @param one the samples of a frame, preceded by twice the largest lag; `other` likewise */
function compare(
  one: Float32Array = new Float32Array(),
  other: Float32Array = new Float32Array(),
  maxLag: number,
): Pick<Comparison, 'products' | 'oneEnergy' | 'otherEnergy'> {
  const products = new Float64Array(2 * maxLag + 1);
  const length = Math.min(one.length, other.length);
  const oneEnergy = sumOfSquares(one.subarray(maxLag, length - maxLag));
  const otherEnergy = sumOfSquares(other.subarray(maxLag, length - maxLag));
  // Silence is not similar to anything.
  const lags = oneEnergy > 0 && otherEnergy > 0 ? products.length : 0;
  for (let shift = 0; shift < lags; shift++) {
    let sum = 0;
    for (let index = 2 * maxLag; index < length; index++) {
      sum += (one[index - maxLag] as number) * (other[index - shift] as number);
    }
    products[shift] = sum;
  }
  return { products, oneEnergy, otherEnergy };
}

/** The maximum of the normalized cross-correlation over the last compared frames. */
function likeness(frames: readonly (readonly Comparison[])[], one: number, other: number): number {
  const same = frames.flatMap((frame) => frame.filter((pair) => pair.one === one && pair.other === other));
  const total = (read: (comparison: Comparison) => number) => same.reduce((sum, pair) => sum + read(pair), 0);
  const energy = Math.sqrt(total(({ oneEnergy }) => oneEnergy) * total(({ otherEnergy }) => otherEnergy));
  if (energy === 0) return 0;
  let highest = 0;
  for (let lag = 0; lag < (same[0]?.products.length ?? 0); lag++) {
    highest = Math.max(highest, Math.abs(total(({ products }) => products[lag] ?? 0)));
  }
  return Math.min(1, highest / energy);
}

/** Means of neighbouring samples. This simple low-pass filter is good enough for comparing. */
function decimate(samples: Float32Array, step: number): Float32Array {
  const decimated = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < decimated.length; index++) {
    let sum = 0;
    for (let offset = 0; offset < step; offset++) sum += samples[index * step + offset] as number;
    decimated[index] = sum / step;
  }
  return decimated;
}

function sumOfSquares(samples: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index++) sum += (samples[index] as number) ** 2;
  return sum;
}

function append(before: Float32Array = new Float32Array(), after: Float32Array): Float32Array {
  const whole = new Float32Array(before.length + after.length);
  whole.set(before);
  whole.set(after, before.length);
  return whole;
}

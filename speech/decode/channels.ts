import { type ChannelCorrelation, createChannelCorrelation } from './correlation.ts';

/** How the channels of a recording are combined into voices. */
export type Layout =
  /** One voice: all channels together. */
  | { readonly kind: 'mixed' }
  /** One voice: this channel alone, because adding the others would cancel it. */
  | { readonly kind: 'single'; readonly channel: number }
  /** These channels carry different speech. */
  | { readonly kind: 'apart'; readonly channels: readonly number[] };

export const MIXED: Layout = { kind: 'mixed' };

/** Compares channels while they are decoded. */
export interface ChannelSurvey {
  add(block: readonly Float32Array[], sampleRate: number): void;
  /** @param separate true also tells apart people who take turns, not only those who speak at the same time */
  layout(separate: boolean): Layout;
  /** The gain for a quiet recording; 1 for all others. */
  gain(): number;
  /** Whether a channel carries mostly another channel's voice for some seconds, because its microphone picked it up. */
  isCrosstalk(channel: number, startSeconds: number, endSeconds: number): boolean;
}

/** The approximate length of a frame, which is a whole number of samples. */
const FRAME_SECONDS = 0.05;
/** The maximum number of compared channels. Recordings with more are music or film sound. */
const MAX_VOICES = 8;
/** Below this level, in decibels of full scale, a channel is silent. */
const SILENT_DB = -75;
/** How far below its own speech level, in decibels, a channel still counts as speaking. */
const SPEAKING_DB = 25;
/**
 * How far, in decibels, a channel must be above the others, each relative to its own speech level, to be the only
 * speaker.
 */
const ALONE_DB = 7;
/** Correlation from which a quieter channel only repeats the louder one. */
const SAME_SOUND = 0.45;
/** Correlation below which two speaking channels carry different speech. */
const OTHER_SOUND = 0.35;
/** A channel this far below its own speech level, in decibels, is not speaking, whatever its waveform. */
const FAINT_DB = 20;
/** The minimum range of levels of speech. Noise has a constant level. */
const SPEECH_RANGE_DB = 9;
/** The minimum speech that only this channel carries: some words, and a few percent of the recording. */
const MIN_ALONE_SECONDS = 0.6;
const MIN_ALONE_PART = 0.04;
/** Quieter speech is amplified to the target level, because the models were trained on normal speech. */
const QUIET_DB = -36;
const TARGET_DB = -26;
const MAX_GAIN_DB = 34;
/** Correlation below which mixing would cancel the voice, as with reversed polarity. */
const CANCELLING = -0.5;

/** Stores one level per channel and frame: five megabytes for four hours of stereo. */
export function createChannelSurvey(): ChannelSurvey {
  const levels: number[][] = [];
  let rest: Float32Array[] = [];
  const products = { left: 0, right: 0, both: 0 };
  let references: number[] | undefined;
  let channelCount: number | undefined;
  let frameSeconds = FRAME_SECONDS;
  let correlation: ChannelCorrelation | undefined;

  function add(block: readonly Float32Array[], sampleRate: number): void {
    if (block.length > 1) correlate(products, block);
    const frame = Math.round(sampleRate * FRAME_SECONDS);
    // Counted in samples: rounded seconds would be off by more than a second after an hour at 22.05 kHz.
    frameSeconds = frame / sampleRate;
    channelCount ??= Math.min(block.length, MAX_VOICES);
    const added = Array.from({ length: channelCount }, (_, channel) => channelOf(block, channel));
    const before = rest[0]?.length ?? 0;
    const whole = Math.floor((before + (added[0]?.length ?? 0)) / frame);
    if (channelCount > 1) correlation ??= createChannelCorrelation(channelCount, sampleRate);
    for (let index = 0; index < whole; index++) {
      const start = index * frame - before;
      // Only the first frame is copied, because the garbage of all would be several times the recording.
      addFrame(
        added.map((samples, channel) => {
          const own = samples.subarray(Math.max(0, start), start + frame);
          return start < 0 ? join(rest[channel], own) : own;
        }),
      );
    }
    const end = whole * frame - before;
    rest = added.map((samples, channel) => (whole > 0 ? samples.slice(end) : join(rest[channel], samples.slice())));
    references = undefined;
  }

  function addFrame(channels: readonly Float32Array[]): void {
    const own = channels.map(decibels);
    own.forEach((level, channel) => {
      levels[channel] ??= [];
      levels[channel].push(level);
    });
    const loudest = [...own.keys()].sort((one, other) => (own[other] ?? 0) - (own[one] ?? 0));
    correlation?.add(channels, loudest);
  }

  /** The speech level of each channel: the level of its loud frames. */
  function speechLevels(): number[] {
    references ??= levels.map((own) => percentile(own, 0.95));
    return references;
  }

  function gain(): number {
    return gainFor(Math.max(SILENT_DB, ...levels.map((own) => percentile(own, 0.98))));
  }

  /** How far a channel is above its own speech level in a frame, in decibels. */
  function relativeLevel(channel: number, frame: number): number {
    const level = levels[channel]?.[frame] ?? SILENT_DB;
    return level <= SILENT_DB ? -100 : level - (speechLevels()[channel] ?? 0);
  }

  /** Whether a channel speaks in a frame while another one says something else. */
  function speaksOver(channel: number, frame: number): boolean {
    const speaks = (candidate: number) => relativeLevel(candidate, frame) > -SPEAKING_DB / 2;
    if (!speaks(channel) || (correlation?.at(channel, frame) ?? 1) >= OTHER_SOUND) return false;
    return levels.some((_, other) => other !== channel && speaks(other));
  }

  /** The only channel that speaks in a frame, or -1. */
  function speaker(frame: number): number {
    let first = -1;
    let highest = Number.NEGATIVE_INFINITY;
    let second = Number.NEGATIVE_INFINITY;
    for (let channel = 0; channel < levels.length; channel++) {
      const relative = relativeLevel(channel, frame);
      if (relative > highest) {
        second = highest;
        highest = relative;
        first = channel;
      } else second = Math.max(second, relative);
    }
    return highest > -SPEAKING_DB && highest - second >= ALONE_DB ? first : -1;
  }

  /** The channels with speech of their own, and for how long two of them speak at the same time. */
  function voices(): { readonly channels: number[]; readonly overlapSeconds: number } {
    const frameCount = levels[0]?.length ?? 0;
    const own = levels.map(() => 0);
    let overlap = 0;
    for (let frame = 0; frame < frameCount; frame++) {
      const alone = speaker(frame);
      const over = levels.flatMap((_, channel) => (speaksOver(channel, frame) ? [channel] : []));
      for (const channel of new Set(alone >= 0 ? [alone, ...over] : over)) own[channel] = (own[channel] ?? 0) + 1;
      if (over.length > 1) overlap += 1;
    }
    const total = own.reduce((sum, count) => sum + count, 0);
    const minimum = Math.max(MIN_ALONE_SECONDS / FRAME_SECONDS, total * MIN_ALONE_PART);
    const channels = levels.flatMap((levelsOfChannel, channel) => {
      const range = percentile(levelsOfChannel, 0.95) - percentile(levelsOfChannel, 0.1);
      return (own[channel] ?? 0) >= minimum && range >= SPEECH_RANGE_DB ? [channel] : [];
    });
    return { channels, overlapSeconds: overlap * frameSeconds };
  }

  function layout(separate: boolean): Layout {
    const { channels, overlapSeconds } = levels.length > 1 ? voices() : { channels: [], overlapSeconds: 0 };
    if (channels.length > 1 && (separate || overlapSeconds >= MIN_ALONE_SECONDS)) return { kind: 'apart', channels };
    const { left, right, both } = products;
    const cancels = left > 0 && right > 0 && both / Math.sqrt(left * right) < CANCELLING;
    return cancels ? { kind: 'single', channel: left >= right ? 0 : 1 } : MIXED;
  }

  function isCrosstalk(channel: number, startSeconds: number, endSeconds: number): boolean {
    let own = 0;
    let others = 0;
    for (let frame = Math.floor(startSeconds / frameSeconds); frame < endSeconds / frameSeconds; frame++) {
      const speaking = speaker(frame);
      const isFaint = relativeLevel(channel, frame) < -FAINT_DB;
      const isSame = (correlation?.at(channel, frame) ?? 1) >= SAME_SOUND;
      if (speaking === channel || !(isFaint || isSame)) own += 1;
      else if (speaking >= 0) others += 1;
    }
    return others > 2 * own;
  }

  return { add, layout, gain, isCrosstalk };
}

/**
 * The gain for samples; 1 if they are loud enough.
 * @param level root mean square
 */
export function quietGain(level: number): number {
  return gainFor(Math.max(SILENT_DB, 20 * Math.log10(level + 1e-6)));
}

function gainFor(speechDb: number): number {
  return speechDb >= QUIET_DB ? 1 : 10 ** (Math.min(MAX_GAIN_DB, TARGET_DB - speechDb) / 20);
}

/**
 * A channel of a block. A damaged block may have fewer channels than the recording; the first one replaces the others.
 */
export function channelOf(block: readonly Float32Array[], channel: number): Float32Array {
  return block[channel] ?? block[0] ?? new Float32Array(0);
}

/** The mean of all channels. */
export function mix(block: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = block;
  if (others.length === 0) return first;
  const mixed = first.slice();
  for (const other of others) {
    for (let index = 0; index < mixed.length; index++) mixed[index] = (mixed[index] as number) + (other[index] ?? 0);
  }
  for (let index = 0; index < mixed.length; index++) mixed[index] = (mixed[index] as number) / block.length;
  return mixed;
}

function correlate(products: { left: number; right: number; both: number }, block: readonly Float32Array[]): void {
  const [left = new Float32Array(0), right = left] = block;
  for (let index = 0; index < left.length; index++) {
    const a = left[index] as number;
    const b = right[index] ?? 0;
    products.left += a * a;
    products.right += b * b;
    products.both += a * b;
  }
}

function decibels(samples: Float32Array): number {
  let energy = 0;
  for (let index = 0; index < samples.length; index++) energy += (samples[index] as number) ** 2;
  return Math.max(-100, 10 * Math.log10(energy / samples.length + 1e-12));
}

function percentile(values: readonly number[], part: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? SILENT_DB;
}

function join(before: Float32Array | undefined, samples: Float32Array): Float32Array {
  if (before === undefined || before.length === 0) return samples;
  const whole = new Float32Array(before.length + samples.length);
  whole.set(before);
  whole.set(samples, before.length);
  return whole;
}

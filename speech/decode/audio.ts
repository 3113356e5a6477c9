/** Samples a second that all of this room's models hear. */
export const SAMPLE_RATE = 16_000;

/** A recording whose format is known and whose samples can be read piece by piece. */
export interface Audio {
  /** Samples a second of each channel. */
  readonly sampleRate: number;
  /** One array for each channel, all of the same length; at most some seconds at once. */
  blocks(): AsyncGenerator<readonly Float32Array[]>;
}

/**
 * Rates that exist: from a telephone's quarter to a studio's highest. Others are refused before anything is reserved.
 */
export const SAMPLE_RATES = { least: 3_000, most: 768_000 } as const;

/** More than a studio needs; each channel costs memory. */
export const MAX_CHANNELS = 32;

/** About how much is decoded at once. */
export const BLOCK_SECONDS = 10;

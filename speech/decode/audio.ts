/** The sample rate of all models, in Hz. */
export const SAMPLE_RATE = 16_000;

/** A recording of a known format, whose samples can be read in blocks. */
export interface Audio {
  /** The sample rate in Hz. */
  readonly sampleRate: number;
  /**
   * One array per channel, all of the same length: at most some seconds per block. A block is valid until the next one,
   * which may reuse its arrays.
   */
  blocks(): AsyncGenerator<readonly Float32Array[]>;
}

/** The lowest and highest supported sample rate. Others are rejected before memory is allocated. */
export const SAMPLE_RATES = { least: 3_000, most: 768_000 } as const;

/** The maximum number of channels, because each one costs memory. */
export const MAX_CHANNELS = 32;

/** The approximate length of a decoded block. */
export const BLOCK_SECONDS = 10;

/** Turns a track's packets into samples, some packets at a time and in their order. */
export interface Codec {
  readonly sampleRate: number;
  /**
   * @returns one array for each channel
   * @throws when none of the packets can be decoded
   */
  decode(packets: readonly Uint8Array[]): Promise<readonly Float32Array[]>;
  close(): void;
}

/** A track as its container describes it. */
export interface Track {
  /** The codec's name in WebCodecs, such as `opus`. */
  readonly codec: string;
  readonly sampleRate: number;
  readonly channelCount: number;
  /** The codec's own header, as WebCodecs' registry defines it. */
  readonly description: Uint8Array | undefined;
}

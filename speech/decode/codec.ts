/** Decodes a track's packets to samples, in groups and in order. */
export interface Codec {
  readonly sampleRate: number;
  /**
   * @returns one array per channel
   * @throws if none of the packets can be decoded
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

/** An encoded frame of a track. Times are in seconds. */
export interface Packet {
  readonly data: Uint8Array;
  readonly timestamp: number;
  readonly duration: number;
}

/** The packets of a track, in order. */
export interface PacketSource {
  getFirstPacket(): Promise<Packet | null>;
  packets(): AsyncGenerator<Packet, void, unknown>;
}

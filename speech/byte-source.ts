/** The bytes of a recording, read by range. The last ones may not have arrived yet. */
export interface ByteSource {
  /** The number of bytes; undefined while more may arrive. */
  knownSize(): number | undefined;
  /** Resolves once all bytes have arrived. */
  size(): Promise<number>;
  /** Bytes from `start` to `end` (exclusive), once they have arrived; fewer at the end of the source. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

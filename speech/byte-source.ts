/** The bytes of a recording, read by range. The last ones may not have arrived yet. */
export interface ByteSource {
  /** The number of bytes; undefined while more may arrive. */
  knownSize(): number | undefined;
  /** Resolves once all bytes have arrived. */
  size(): Promise<number>;
  /** Bytes from `start` to `end` (exclusive), once they have arrived; fewer at the end of the source. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Passes on the same bytes without a copy, in parts that stay unchanged until `use` has ended. */
  lend?(start: number, end: number, use: (parts: readonly Uint8Array[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

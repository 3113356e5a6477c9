/** Elements of WebM (RFC 8794) that hold others: the segment and its clusters. */
const PARENTS = new Set([0x18538067, 0x1f43b675]);

/**
 * The number of bytes of a WebM file that are complete elements. A recorder that was killed may have written half of its
 * last block (20 ms of audio), and the service refuses files that end within a block.
 */
export function wholeElementsLength(file: Uint8Array): number {
  let at = 0;
  while (at < file.length) {
    const element = readElement(file, at);
    if (!element) return at;
    const { id, headerBytes, size } = element;
    const enters = PARENTS.has(id) || size === undefined;
    const end = at + headerBytes + (enters ? 0 : (size ?? 0));
    if (end > file.length) return at;
    at = end;
  }
  return at;
}

interface Element {
  readonly id: number;
  readonly headerBytes: number;
  /** Undefined if unknown, as in live recordings. */
  readonly size: number | undefined;
}

function readElement(file: Uint8Array, at: number): Element | undefined {
  const idBytes = Math.clz32(file[at] ?? 0) - 23;
  const sizeBytes = Math.clz32(file[at + idBytes] ?? 0) - 23;
  const headerBytes = idBytes + sizeBytes;
  if (idBytes > 4 || sizeBytes > 8 || at + headerBytes > file.length) return undefined;
  const id = numberOf(file.subarray(at, at + idBytes));
  const [first = 0, ...rest] = file.subarray(at + idBytes, at + headerBytes);
  const size = numberOf([first & (2 ** (8 - sizeBytes) - 1), ...rest]);
  return { id, headerBytes, size: size >= 2 ** (7 * sizeBytes) - 1 ? undefined : size };
}

/** Big-endian. Real sizes are far below `Number.MAX_SAFE_INTEGER`. */
function numberOf(bytes: Iterable<number>): number {
  let sum = 0;
  for (const byte of bytes) sum = sum * 256 + byte;
  return sum;
}

/** A difference between two sequences: the items of the first, and the items of the second in their place. */
export interface Hunk {
  readonly lost: readonly number[];
  readonly gained: readonly number[];
}

/** The maximum number of compared pairs, more than two texts of 3,000 words with little in common need. */
const MAX_CELLS = 9_000_000;

/**
 * Aligns two sequences of keys by their longest common subsequence.
 * @returns the differences as indices, in order; undefined if too much is left to compare, because time and memory grow
 * with the product of the lengths
 */
export function align(first: readonly string[], second: readonly string[]): Hunk[] | undefined {
  const ids = new Map<string, number>();
  const idOf = (key: string) => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const rows = Int32Array.from(first, idOf);
  const columns = Int32Array.from(second, idOf);
  let head = 0;
  while (head < rows.length && head < columns.length && rows[head] === columns[head]) head += 1;
  let tail = 0;
  while (
    tail < rows.length - head &&
    tail < columns.length - head &&
    rows[rows.length - 1 - tail] === columns[columns.length - 1 - tail]
  )
    tail += 1;
  const cells = (rows.length - head - tail + 1) * (columns.length - head - tail + 1);
  return cells > MAX_CELLS ? undefined : hunksOf(rows, columns, head, tail);
}

function hunksOf(rows: Int32Array, columns: Int32Array, head: number, tail: number): Hunk[] {
  const height = rows.length - head - tail;
  const width = columns.length - head - tail;
  const lengths = lengthsOf(rows, columns, head, height, width);
  const hunks: Hunk[] = [];
  let [row, column] = [0, 0];
  let lost: number[] = [];
  let gained: number[] = [];
  const close = () => {
    if (lost.length > 0 || gained.length > 0) hunks.push({ lost, gained });
    [lost, gained] = [[], []];
  };
  while (row < height || column < width) {
    if (row < height && column < width && rows[head + row] === columns[head + column]) {
      close();
      row += 1;
      column += 1;
      continue;
    }
    const down = row < height ? (lengths[(row + 1) * (width + 1) + column] ?? 0) : -1;
    const right = column < width ? (lengths[row * (width + 1) + column + 1] ?? 0) : -1;
    if (down >= right) {
      lost.push(head + row);
      row += 1;
    } else {
      gained.push(head + column);
      column += 1;
    }
  }
  close();
  return hunks;
}

/** For each pair of positions, the length of the common subsequence of the rests. */
function lengthsOf(rows: Int32Array, columns: Int32Array, head: number, height: number, width: number): Uint16Array {
  const lengths = new Uint16Array((height + 1) * (width + 1));
  for (let row = height - 1; row >= 0; row -= 1) {
    const here = row * (width + 1);
    for (let column = width - 1; column >= 0; column -= 1) {
      lengths[here + column] =
        rows[head + row] === columns[head + column]
          ? (lengths[here + width + column + 2] ?? 0) + 1
          : Math.max(lengths[here + width + 1 + column] ?? 0, lengths[here + column + 1] ?? 0);
    }
  }
  return lengths;
}

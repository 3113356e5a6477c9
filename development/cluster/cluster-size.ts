import { StackError } from '../stack-error.ts';

/** How many processes a cluster has. */
export interface ClusterSize {
  readonly apis: number;
  readonly workers: number;
  /** History shards of Temporal. */
  readonly shards: number;
}

export const DEFAULT_SIZE: ClusterSize = { apis: 2, workers: 2, shards: 16 };
const MAX_SIZE: ClusterSize = { apis: 16, workers: 16, shards: 4_096 };

/**
 * Reads the numbers of the command line.
 * @throws {StackError} naming the option and its rule
 */
export function clusterSize(given: Readonly<Record<keyof ClusterSize, string>>): ClusterSize {
  const read = (option: keyof ClusterSize) => {
    const value = Number(given[option]);
    if (!/^\d+$/.test(given[option]) || value < 1 || value > MAX_SIZE[option]) {
      throw new StackError(`Cannot start a cluster: --${option} must be a number from 1 to ${MAX_SIZE[option]}`);
    }
    return value;
  };
  return { apis: read('apis'), workers: read('workers'), shards: read('shards') };
}

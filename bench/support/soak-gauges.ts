import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { residentMiB } from '../../test/faults/support/resources.ts';
import type { TestStack } from '../../test/faults/support/stack.ts';

const MIB = 1024 * 1024;
/** The longest retention, plus a day. */
const MAX_RETENTION_MS = 91 * 24 * 60 * 60 * 1000;
const SCAN_COUNT = 1_000;

/** The resources of a running stack. */
export interface Gauges {
  readonly apiMiB: number;
  readonly workerMiB: number;
  readonly enginesMiB: number;
  readonly temporalMiB: number;
  readonly temporalFileMiB: number;
  readonly redisMiB: number;
  readonly redisKeys: number;
  readonly appendOnlyMiB: number;
}

export async function readGauges(stack: TestStack): Promise<Gauges> {
  const sum = (pids: readonly (number | undefined)[]) =>
    pids.reduce<number>((total, pid) => total + (pid === undefined ? 0 : residentMiB(pid)), 0);
  const info = await stack.redis.info('memory');
  return {
    apiMiB: sum([stack.pid('API')]),
    workerMiB: sum([stack.pid('Worker')]),
    enginesMiB: sum([...stack.engines('API'), ...stack.engines('Worker')]),
    temporalMiB: sum([stack.pid('Temporal')]),
    temporalFileMiB: await folderMiB(join(stack.home, 'temporal')),
    redisMiB: Number(/used_memory:(\d+)/.exec(info)?.[1] ?? Number.NaN) / MIB,
    redisKeys: await stack.redis.dbsize(),
    appendOnlyMiB: await folderMiB(join(stack.home, 'redis')),
  };
}

/** Simulates the longest retention: the expiry of every key is shortened by it. */
export async function passRetention({ redis }: TestStack): Promise<void> {
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'COUNT', SCAN_COUNT);
    cursor = next;
    const left = await Promise.all(found.map((key) => redis.pttl(key)));
    const due = found.filter((_, index) => {
      const leftMs = left[index] ?? -1;
      return leftMs >= 0 && leftMs <= MAX_RETENTION_MS;
    });
    if (due.length > 0) await redis.del(...due);
  } while (cursor !== '0');
}

async function folderMiB(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => sizeOf(join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((total, bytes) => total + bytes, 0) / MIB;
}

/** The size of a file; 0 if it was deleted since the folder was read, like a journal of SQLite. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { BITMAP_BYTES, BLOCK_NOTES, INDEX_CONSTANTS, LIST_BYTES } from '../../../notes/store/index-layout.ts';
import { assembleLua } from '../../../platform/redis/script.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { seededRandom } from './note-model.ts';

const LUA = new URL('../../../notes/store/lua/', import.meta.url);

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const run = (lua: string, ...args: (string | number | Buffer)[]) =>
  server.redis.callBuffer(
    'EVAL',
    assembleLua(`-- include: postings posting-walk\n${lua}`, LUA, INDEX_CONSTANTS),
    0,
    ...args,
  ) as Promise<Buffer>;

/** A list after these offsets were added one by one. */
const listOf = (offsets: readonly number[]) =>
  run(
    `local list = '' for _, offset in ipairs(ARGV) do list = postings.with(list, tonumber(offset)) end return list`,
    ...offsets,
  );

/** The offsets from high down to low that are in all lists. */
async function common(lists: readonly Buffer[], high = BLOCK_NOTES - 1, low = 0): Promise<number[]> {
  const lua = `local found = {}
    posting_walk({ unpack(ARGV, 3) }, tonumber(ARGV[1]), tonumber(ARGV[2]), function(offset) found[#found + 1] = offset end)
    return table.concat(found, ' ')`;
  const found = String(await run(lua, high, low, ...lists));
  return found === '' ? [] : found.split(' ').map(Number);
}

const shuffled = (offsets: readonly number[], random: () => number) =>
  offsets
    .map((offset) => [random(), offset] as const)
    .sort(([a], [b]) => a - b)
    .map(([, offset]) => offset);
const drawn = (share: number, random: () => number) =>
  Array.from({ length: BLOCK_NOTES }, (_, offset) => offset).filter(() => random() < share);
const descending = (offsets: Iterable<number>) => [...offsets].sort((a, b) => b - a);

/** From very few to all. At about a sixteenth, a list of offsets is as long as a bitmap. */
const SHARES = [0.002, 0.03, 0.05, 0.055, 0.0625, 0.07, 0.1, 0.5, 1];

test.each(SHARES)('with() and without() keep a set, in any order, for a share of %d', async (share) => {
  const random = seededRandom(share * 1_000);
  for (const order of [(offsets: number[]) => offsets, (offsets: number[]) => shuffled(offsets, random)]) {
    const offsets = order(drawn(share, random));
    const list = await listOf(offsets);
    expect(await common([list])).toEqual(descending(offsets));
    const gone = new Set(offsets.filter(() => random() < 0.5));
    const without = `local list = ARGV[1]
      for at = 2, #ARGV do list = postings.without(list, tonumber(ARGV[at])) end return list`;
    const rest = await run(without, list, ...gone, ...gone);
    expect(await common([rest])).toEqual(descending(offsets.filter((offset) => !gone.has(offset))));
    expect((await run(without, list, ...offsets)).length).toBe(0);
  }
});

test('with() grows no longer than the bitmap of a block, and a bitmap ends with its last note', async () => {
  const every = (step: number) => Array.from({ length: BLOCK_NOTES / step }, (_, index) => index * step);
  expect((await listOf(every(1))).length).toBe(BITMAP_BYTES);
  expect((await listOf(every(1).slice(0, 320))).length).toBe(41);
  expect((await listOf(every(17))).length).toBe(2 * every(17).length);
  expect((await listOf(every(1).slice(0, LIST_BYTES / 2 - 1))).length).toBe(LIST_BYTES - 2);
  const lengths = SHARES.map(async (share) => (await listOf(drawn(share, seededRandom(5)))).length);
  for (const length of await Promise.all(lengths)) expect(length).toBeLessThanOrEqual(BITMAP_BYTES + 1);
});

test('walk() intersects lists and bitmaps of all lengths, between two offsets', async () => {
  const random = seededRandom(11);
  for (let round = 0; round < 60; round += 1) {
    const until = 1 + Math.floor(random() * BLOCK_NOTES);
    const sets = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const share = SHARES[Math.floor(random() * SHARES.length)] ?? 1;
      return drawn(share, random).filter((offset) => random() < 0.1 || offset < until);
    }).filter((offsets) => offsets.length > 0);
    if (sets.length === 0) continue;
    const [low = 0, high = 0] = [random(), random()].map((at) => Math.floor(at * BLOCK_NOTES)).sort((a, b) => a - b);
    const expected = sets.reduce((left, right) => left.filter((offset) => right.includes(offset)));
    const lists = await Promise.all(sets.map(listOf));
    expect(await common(lists, high, low)).toEqual(descending(expected.filter((at) => at >= low && at <= high)));
    const union = await run('return postings.union(ARGV)', ...lists);
    expect(await common([union])).toEqual(descending(new Set(sets.flat())));
  }
});

test('a bitmap that was written at full length is read and changed like any other', async () => {
  const bitmap = Buffer.alloc(BITMAP_BYTES);
  bitmap[0] = 0b1010_0000;
  expect(await common([bitmap])).toEqual([7, 5]);
  const longer = await run('return postings.with(ARGV[1], 40)', bitmap);
  expect(await common([longer, await listOf([5, 40, 41])])).toEqual([40, 5]);
});

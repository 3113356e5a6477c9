import { expect, test } from 'bun:test';
import { EventEmitter, once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { coalesceWrites } from '../../../platform/redis/coalesce.ts';

/** A connected socket that notes what it sends in one system call. */
function connect() {
  const sent: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      sent.push(chunk.toString());
      done();
    },
    writev: (chunks, done) => {
      sent.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()).join('|'));
      done();
    },
  });
  const redis = Object.assign(new EventEmitter(), { stream });
  coalesceWrites(redis as unknown as Redis);
  redis.emit('connect');
  return { stream, sent };
}

test('coalesceWrites() sends what is written in one turn of the event loop at once, in order', async () => {
  const { stream, sent } = connect();
  for (const text of ['a', 'b', 'c']) stream.write(text);
  Promise.resolve().then(() => stream.write(Buffer.from('d')));
  expect(sent).toEqual([]);
  await nextTurn();
  expect(sent.join('|')).toBe('a|b|c|d');
  expect(sent.length).toBeLessThanOrEqual(2); // ticks come before promises in Node.js, and after them elsewhere
  sent.length = 0;
  stream.write('e');
  await nextTurn();
  stream.write('f');
  await nextTurn();
  expect(sent).toEqual(['e', 'f']);
});

test('coalesceWrites() sends what was written before the end of the connection', async () => {
  const { stream, sent } = connect();
  stream.write('a');
  stream.end('b');
  await once(stream, 'finish');
  expect(sent.join('|')).toBe('a|b');
});

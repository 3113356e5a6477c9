import { expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { fetching, reaching, storing } from '../../../platform/recordings/guard.ts';
import { RecordingMissingError, RecordingsUnavailableError } from '../../../platform/recordings/types.ts';

/** Reads everything and returns the number of bytes. */
async function take(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let total = 0;
  for await (const chunk of bytes) total += chunk.length;
  return total;
}

const never = () => new Promise<never>(() => {});
const diskFull = Object.assign(new Error("ENOSPC: no space left on device, write '/data/notes/1'"), { code: 'ENOSPC' });

test('storing() returns the result of the store', async () => {
  expect(await storing(Readable.from([Buffer.alloc(3), Buffer.alloc(4)]), take)).toBe(7);
});

test('storing() throws the error of the stream, however the store wraps it', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(1);
      throw new TypeError('the upload broke off');
    })(),
  );
  const store = (bytes: AsyncIterable<Uint8Array>) =>
    take(bytes).catch(() => {
      throw diskFull;
    });
  await expect(storing(broken, store)).rejects.toThrow(new TypeError('the upload broke off'));
});

test('storing() reports a failing store as unavailable, with its code and without its message', async () => {
  const failed = await storing(Readable.from([Buffer.alloc(1)]), () => Promise.reject(diskFull)).catch(
    (error) => error,
  );
  expect(failed).toBeInstanceOf(RecordingsUnavailableError);
  expect(failed.code).toBe('ENOSPC');
  expect(`${failed.message} ${failed.stack} ${failed.cause}`).not.toContain('/data');
});

test('storing() times out on a store that accepts no bytes, and aborts its signal', async () => {
  let told: AbortSignal | undefined;
  const store = (_bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => {
    told = signal;
    return never();
  };
  const read = (bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => take(bytes).then(() => store(bytes, signal));
  await expect(storing(Readable.from([Buffer.alloc(1)]), read, 20)).rejects.toMatchObject({ code: 'stalled' });
  expect(told?.aborted).toBe(true);
});

test('storing() does not time out on a slow sender', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const slow = async function* () {
    yield Buffer.alloc(1);
    await asked;
    yield Buffer.alloc(1);
  };
  setTimeout(ask, 60);
  expect(await storing(Readable.from(slow()), take, 20)).toBe(2);
});

test('fetching() passes bytes on, and times out on a store that sends none', async () => {
  expect(await take(fetching(Readable.from([Buffer.alloc(5)]), 20))).toBe(5);
  const silent = new Readable({ read() {} });
  silent.push(Buffer.alloc(1));
  await expect(take(fetching(silent, 20))).rejects.toMatchObject({ code: 'stalled' });
  expect(silent.destroyed).toBe(true);
});

test('reaching() times out on a store that does not answer', async () => {
  await expect(reaching(never, 20)).rejects.toMatchObject({ name: 'RecordingsUnavailableError', code: 'stalled' });
  expect(await reaching(async () => 'done', 20)).toBe('done');
});

test('reaching() passes on the error of a missing recording', async () => {
  const missing = new RecordingMissingError('The recording is not there');
  await expect(reaching(() => Promise.reject(missing))).rejects.toBe(missing);
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' });
  await expect(reaching(() => Promise.reject(refused))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(reaching(() => Promise.reject(Object.assign(new Error(), { code: 503 })))).rejects.toMatchObject({
    code: '503',
  });
});

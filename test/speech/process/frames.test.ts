import { describe, expect, test } from 'bun:test';
import { PassThrough } from 'node:stream';
import { PipeClosedError, readFrames, writeFrame } from '../../../speech/process/frames.ts';

async function readAll(pipe: PassThrough): Promise<{ message: unknown; payload: string }[]> {
  const frames: { message: unknown; payload: string }[] = [];
  for await (const { message, payload } of readFrames(pipe)) {
    frames.push({ message, payload: Buffer.from(payload).toString('latin1') });
  }
  return frames;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('frames', () => {
  test('are read as they were written', async () => {
    const pipe = new PassThrough();
    const read = readAll(pipe);
    await writeFrame(pipe, { type: 'one', text: 'größer\n\0' }, [bytes('\xff\0pay'), bytes('load')]);
    await writeFrame(pipe, { type: 'two' });
    pipe.end();
    expect(await read).toEqual([
      { message: { type: 'one', text: 'größer\n\0' }, payload: '\xff\0payload' },
      { message: { type: 'two' }, payload: '' },
    ]);
  });

  test('are read whole however the pipe splits them', async () => {
    const whole = new PassThrough();
    await writeFrame(whole, { id: 1 }, [bytes('x'.repeat(1_000))]);
    await writeFrame(whole, { id: 2 }, [bytes('y'.repeat(10))]);
    whole.end();
    const all = Buffer.concat(await whole.toArray());
    for (const size of [1, 3, 7, 100, 1_023]) {
      const pipe = new PassThrough();
      const read = readAll(pipe);
      for (let at = 0; at < all.length; at += size) pipe.write(all.subarray(at, at + size));
      pipe.end();
      expect((await read).map(({ payload }) => payload.length)).toEqual([1_000, 10]);
    }
  });

  test('an unfinished last frame is dropped', async () => {
    const pipe = new PassThrough();
    const read = readAll(pipe);
    await writeFrame(pipe, { id: 1 });
    pipe.write(Buffer.from([0, 0, 0, 9, 0, 0]));
    pipe.end();
    expect(await read).toHaveLength(1);
  });

  test('writeFrame() waits while the pipe is full', async () => {
    const pipe = new PassThrough({ highWaterMark: 1_024 });
    let written = false;
    const writing = writeFrame(pipe, { id: 1 }, [new Uint8Array(4_096)]).then(() => {
      written = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(false);
    pipe.resume();
    await writing;
    expect(written).toBe(true);
  });

  test('writeFrame() does not add a listener per waiting writer', async () => {
    const pipe = new PassThrough({ highWaterMark: 16 });
    const listeners = () => ['drain', 'close', 'error'].map((event) => pipe.listenerCount(event));
    const first = writeFrame(pipe, { id: 0 }, [new Uint8Array(4_096)]);
    const withOne = listeners();
    const others = Array.from({ length: 50 }, (_, index) => writeFrame(pipe, { id: index + 1 }));
    expect(listeners()).toEqual(withOne);
    pipe.resume();
    await Promise.all([first, ...others]);
    expect(listeners()).toEqual(withOne);
  });

  test('writeFrame() fails on a closed pipe, also while it waits', async () => {
    const pipe = new PassThrough({ highWaterMark: 16 });
    const waiting = writeFrame(pipe, { id: 1 }, [new Uint8Array(4_096)]);
    pipe.destroy();
    await expect(waiting).rejects.toThrow(PipeClosedError);
    await expect(writeFrame(pipe, { id: 2 })).rejects.toThrow(PipeClosedError);
  });

  test('readFrames() gives each payload a buffer of its own', async () => {
    const pipe = new PassThrough();
    await writeFrame(pipe, { id: 1 }, [bytes('one')]);
    await writeFrame(pipe, { id: 2 }, [bytes('other')]);
    pipe.end();
    const lengths: number[] = [];
    for await (const { payload } of readFrames(pipe)) lengths.push(payload.buffer.byteLength);
    expect(lengths).toEqual([3, 5]);
  });

  test('readFrames() refuses impossible lengths', async () => {
    const pipe = new PassThrough();
    const read = readAll(pipe);
    pipe.write(Buffer.from('HTTP/1.1 200 OK\r\n'));
    await expect(read).rejects.toThrow(PipeClosedError);
  });
});

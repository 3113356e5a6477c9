import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ByteSource } from '../../../speech/byte-source.ts';
import { decodeRecording } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { watchMemory } from '../../../speech/process/memory.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf } from '../support.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(60_000);

/** A process that allocates this many megabytes. */
async function startHolding(megabytes: number) {
  const script = `globalThis.held = Buffer.alloc(${megabytes} * 1024 * 1024, 1); console.log(held.length); process.stdin.resume()`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child;
}

describe('watchMemory()', () => {
  test('reports a busy process above a gigabyte, once', async () => {
    const child = await startHolding(1_100);
    let told = 0;
    const stop = watchMemory(
      child.pid,
      () => true,
      () => {
        told += 1;
        child.kill('SIGKILL');
      },
    );
    await eventually('it is told', () => told > 0, { timeoutMs: 30_000 });
    stop();
    expect(told).toBe(1);
  });

  test('ignores smaller and idle processes', async () => {
    const [small, idle] = [await startHolding(50), await startHolding(1_100)];
    let checks = 0;
    let told = 0;
    const tell = () => {
      told += 1;
    };
    const isBusy = () => {
      checks += 1;
      return true;
    };
    const stops = [watchMemory(small.pid, isBusy, tell), watchMemory(idle.pid, () => false, tell)];
    await eventually('some checks', () => checks >= 3);
    for (const stop of stops) stop();
    expect(told).toBe(0);
    for (const child of [small, idle]) child.kill('SIGKILL');
  });
});

describe('decodeRecording()', () => {
  /** AAC frames of a length that hold nothing. */
  function emptyFrames(count: number, length: number): Uint8Array {
    const frame = [0xff, 0xf1, 0x50, 0x80, length >> 3, ((length & 7) << 5) | 0x1f, 0xfc];
    return Uint8Array.from({ length: count * length }, (_, at) => frame[at % length] ?? 0);
  }

  const decode = async (bytes: Uint8Array) =>
    decodeRecording(await openSource({ bytes }), { maxSeconds: 4 * 3_600, signal: new AbortController().signal });

  test.each([7, 8, 9])('refuses a million empty AAC frames of %d bytes before it reads them all', async (length) => {
    expect(await failureOf(decode(emptyFrames(1_000_000, length)))).toBe('audio_undecodable');
  });

  test('gives up a stream of frames when none at its start can be decoded', async () => {
    const noise = (at: number) => (at * 2_654_435_761) & 255;
    const header = [0xff, 0xf1, 0x50, 0x80, 13 >> 3, ((13 & 7) << 5) | 0x1f, 0xfc];
    const bytes = Uint8Array.from({ length: 13 * 300_000 }, (_, at) => header[at % 13] ?? noise(at));
    const source = await openSource({ bytes });
    let readUntil = 0;
    const watched: ByteSource = {
      ...source,
      read: (start, end) => {
        readUntil = Math.max(readUntil, end);
        return source.read(start, end);
      },
    };
    const work = decodeRecording(watched, { maxSeconds: 4 * 3_600, signal: new AbortController().signal });
    expect(await failureOf(work)).toBe('audio_undecodable');
    expect(readUntil).toBeLessThan(1_000_000);
  });
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDiskRecordings, type DiskRecordings, pathOf } from '../../../platform/recordings/disk.ts';
import { createLinkSigner } from '../../../platform/recordings/links.ts';
import { RecordingMissingError } from '../../../platform/recordings/types.ts';
import { eventually } from '../../support/eventually.ts';

let folder: string;
let recordings: DiskRecordings;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-recordings-'));
  const links = createLinkSigner({ secret: 's'.repeat(32), baseUrl: 'http://localhost/v1/recordings', now: Date.now });
  recordings = createDiskRecordings({ folder, links });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bytes = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test('put() writes the whole stream, readable by the service alone', async () => {
  expect(await recordings.put(bytes('one ', 'two'), { object: 'notes/u/n', contentType: null })).toEqual({ bytes: 7 });
  expect(await readFile(join(folder, 'notes/u/n'), 'utf8')).toBe('one two');
  expect((await stat(join(folder, 'notes/u/n'))).mode & 0o777).toBe(0o600);
});

test('put() leaves nothing behind when the stream fails, and keeps what was there before', async () => {
  await recordings.put(bytes('kept'), { object: 'failing/n', contentType: null });
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    })(),
  );
  await expect(recordings.put(broken, { object: 'failing/n', contentType: null })).rejects.toThrow('gone');
  expect(await readdir(join(folder, 'failing'))).toEqual(['n']);
  expect(await readFile(join(folder, 'failing/n'), 'utf8')).toBe('kept');
});

test('find() describes a recording, and returns null for a missing one and for a folder', async () => {
  await recordings.put(bytes('0123456789'), { object: 'found/file', contentType: null });
  expect(await recordings.find('found/file')).toMatchObject({ path: join(folder, 'found/file'), bytes: 10 });
  for (const object of ['absent', 'found', 'found/file/below']) expect(await recordings.find(object)).toBeNull();
});

test('download() copies to a local file and stops when its signal aborts', async () => {
  await recordings.put(bytes('audio'), { object: 'source', contentType: null });
  const target = join(folder, 'copy');
  await recordings.download('source', target, new AbortController().signal);
  expect(await readFile(target, 'utf8')).toBe('audio');
  await expect(recordings.download('source', target, AbortSignal.abort())).rejects.toThrow();
  const absent = recordings.download('absent', target, new AbortController().signal);
  await expect(absent).rejects.toThrow(RecordingMissingError);
});

test('read() returns the bytes of a recording, and reports a missing one', async () => {
  await recordings.put(bytes('one ', 'two'), { object: 'read/n', contentType: null });
  expect(Buffer.concat(await Array.fromAsync(recordings.read('read/n'))).toString()).toBe('one two');
  const missing = Array.fromAsync(recordings.read('read/none'));
  expect(await missing.catch((error) => error)).toBeInstanceOf(RecordingMissingError);
});

test('delete() removes a recording, and succeeds when it does not exist', async () => {
  await recordings.put(bytes('x'), { object: 'doomed', contentType: null });
  await recordings.delete('doomed');
  await recordings.delete('doomed');
  expect(await recordings.find('doomed')).toBeNull();
});

test('delete() removes the partial file that a killed process left, and no other recording', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  async function* half() {
    yield Buffer.from('half');
    await end;
  }
  const writing = recordings.put(Readable.from(half()), { object: 'killed/n1', contentType: null });
  await recordings.put(bytes('x'), { object: 'killed/n12', contentType: null });
  await eventually('it is being written', async () => (await readdir(join(folder, 'killed'))).length === 2);
  await recordings.delete('killed/n1');
  expect(await readdir(join(folder, 'killed'))).toEqual(['n12']);
  resolve();
  await expect(writing).rejects.toThrow();
});

test.each(['', '..', '../x', 'a/../../x', '/../x', 'a/\0b', '.', './'])(
  'pathOf() refuses to leave the folder: %p',
  (object) => {
    expect(() => pathOf(folder, object)).toThrow(RangeError);
  },
);

test('pathOf() keeps an absolute name inside the folder', () => {
  expect(pathOf(folder, '/etc/passwd')).toBe(join(folder, 'etc/passwd'));
});

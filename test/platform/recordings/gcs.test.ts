import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Storage } from '@google-cloud/storage';
import { createGcsRecordings } from '../../../platform/recordings/gcs.ts';
import { RecordingMissingError, type Recordings } from '../../../platform/recordings/types.ts';
import { startGcs, type TestGcs } from '../../support/gcs.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = Date.parse('2033-02-03T04:05:06.789Z');
let gcs: TestGcs;
let recordings: Recordings;
let folder: string;
beforeAll(async () => {
  gcs = await startGcs();
  folder = await mkdtemp(join(tmpdir(), 'sotto-gcs-test-'));
  recordings = createGcsRecordings({
    storage: storageAt(gcs.url),
    bucket: gcs.bucket,
    prefix: 'audio/',
    now: () => NOW,
  });
});
afterAll(async () => {
  await gcs.stop();
  await rm(folder, { recursive: true, force: true });
});

function storageAt(apiEndpoint: string): Storage {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const credentials = { client_email: 'sotto@example.iam.gserviceaccount.com', private_key: key };
  return new Storage({ apiEndpoint, projectId: 'sotto', credentials });
}

const link = { expiresInSeconds: 3600, contentType: 'audio/flac', fileName: 'note é.flac' };
const listed = async () => {
  const response = await fetch(`${gcs.url}/storage/v1/b/${gcs.bucket}/o`);
  return ((await response.json()) as { items?: { name: string; size: string }[] }).items ?? [];
};

test('put() uploads in several chunks and download() gives the same bytes', async () => {
  const chunks = Array.from({ length: 20 }, (_, index) => Buffer.alloc(1024 * 1024, index));
  const target = { object: 'notes/u/long', contentType: 'audio/flac' };
  expect(await recordings.put(Readable.from(chunks), target)).toEqual({ bytes: 20 * 1024 * 1024 });
  const path = join(folder, 'long');
  expect(Buffer.concat(await Array.fromAsync(recordings.read('notes/u/long'))).equals(Buffer.concat(chunks))).toBe(
    true,
  );
  await recordings.download('notes/u/long', path, new AbortController().signal);
  const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  expect(digest(await readFile(path))).toBe(digest(Buffer.concat(chunks)));
});

test('put() leaves no object when the stream fails', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(9 * 1024 * 1024);
      throw new Error('gone');
    })(),
  );
  await expect(recordings.put(broken, { object: 'failing', contentType: null })).rejects.toThrow('gone');
  expect((await listed()).map((item) => item.name)).not.toContain('audio/failing');
});

test('signedUrl() downloads without a token, with type and name, and fails once the recording is deleted', async () => {
  await recordings.put(Readable.from([Buffer.from('voice')]), { object: 'notes/u/n', contentType: 'audio/flac' });
  const { url } = await recordings.signedUrl('notes/u/n', link);
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('audio/flac');
  expect(response.headers.get('content-disposition')).toContain('note%20%C3%A9.flac');
  expect(await response.text()).toBe('voice');
  await recordings.delete('notes/u/n');
  await recordings.delete('notes/u/n');
  expect((await fetch(url)).status).toBe(404);
});

test('signedUrl() signs the whole link with V4, for one hour', async () => {
  const signedLink = await recordings.signedUrl('notes/u/n', link);
  expect(signedLink.expiresAt).toBe(Date.parse('2033-02-03T05:05:06.000Z'));
  const url = new URL(signedLink.url);
  const query = url.searchParams;
  expect(query.get('X-Goog-Algorithm')).toBe('GOOG4-RSA-SHA256');
  expect(query.get('X-Goog-Date')).toBe('20330203T040506Z');
  expect(query.get('X-Goog-Expires')).toBe('3600');
  const signature = query.get('X-Goog-Signature') ?? '';
  const unsigned = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !pair.startsWith('X-Goog-Signature'))
    .sort();
  const canonical = ['GET', url.pathname, unsigned.join('&'), `host:${url.hostname}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const scope = '20330203/auto/storage/goog4_request';
  const signed = ['GOOG4-RSA-SHA256', '20330203T040506Z', scope, digest].join('\n');
  expect(createVerify('RSA-SHA256').update(signed).verify(publicKey, signature, 'hex')).toBe(true);
});

test('download() fails for a missing recording', async () => {
  const target = join(folder, 'absent');
  await expect(recordings.download('absent', target, new AbortController().signal)).rejects.toThrow(
    RecordingMissingError,
  );
});

test('put() and download() time out on a bucket that accepts the connection but never answers', async () => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const storage = storageAt(`http://127.0.0.1:${port}`);
  const silent = createGcsRecordings({ storage, bucket: 'b', prefix: '', now: () => NOW, stallMs: 50 });
  const stalled = { name: 'RecordingsUnavailableError', code: 'stalled' };
  const body = Readable.from([Buffer.alloc(100)]);
  await expect(silent.put(body, { object: 'a', contentType: null })).rejects.toMatchObject(stalled);
  const copy = silent.download('a', join(folder, 'silent'), new AbortController().signal);
  await expect(copy).rejects.toMatchObject(stalled);
  mute.close();
});

test('put() and delete() report a missing bucket as unavailable', async () => {
  const storage = storageAt('http://127.0.0.1:1');
  const gone = createGcsRecordings({ storage, bucket: 'b', prefix: '', now: () => NOW });
  const refused = { name: 'RecordingsUnavailableError', code: 'ECONNREFUSED' };
  await expect(gone.put(Readable.from(['a']), { object: 'a', contentType: null })).rejects.toMatchObject(refused);
  await expect(gone.delete('a')).rejects.toMatchObject(refused);
});

test('read() reports a missing recording', async () => {
  const reading = Array.fromAsync(recordings.read('notes/u/none'));
  expect(await reading.catch((error) => error)).toBeInstanceOf(RecordingMissingError);
});

import { expect, test } from 'bun:test';
import { Storage } from '@google-cloud/storage';
import { startGcs } from './gcs.ts';

test('startGcs() keeps an object and gives it back', async () => {
  const gcs = await startGcs();
  try {
    const storage = new Storage({ apiEndpoint: gcs.url, projectId: 'sotto' });
    const file = storage.bucket(gcs.bucket).file('a/b.txt');
    await file.save('hello', { resumable: false });
    const [contents] = await file.download();
    expect(contents.toString()).toBe('hello');
    expect((await storage.bucket(gcs.bucket).file('a/c.txt').exists())[0]).toBe(false);
  } finally {
    await gcs.stop();
  }
  await expect(fetch(gcs.url)).rejects.toThrow();
}, 30_000);

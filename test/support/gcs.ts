import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../../development/executables.ts';
import { endServer, spawnServer } from './child.ts';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

/** A Google Cloud Storage emulator for one test. */
export interface TestGcs {
  /** Base address, such as `http://127.0.0.1:4443`: the `apiEndpoint` of `@google-cloud/storage`. */
  readonly url: string;
  readonly bucket: string;
  stop(): Promise<void>;
}

/** Starts `fake-gcs-server` on a free loopback port with one empty bucket; objects live in a temporary folder. */
export async function startGcs(bucket = 'sotto-test'): Promise<TestGcs> {
  const executable = findExecutable(['fake-gcs-server'], process.env);
  if (!executable) {
    throw new Error("Cannot start the GCS emulator as 'fake-gcs-server' is missing: run `npm run test:tools`");
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'sotto-gcs-'));
  const child = spawnServer(executable, [
    ...['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port), '-log-level', 'error'],
    ...['-backend', 'filesystem', '-filesystem-root', folder],
    ...['-external-url', url, '-public-host', `127.0.0.1:${port}`],
  ]);
  const stop = async () => {
    await endServer(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await eventually(`the GCS emulator listens on ${url}`, () => makeBucket(url, bucket));
    return { url, bucket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeBucket(url: string, bucket: string): Promise<boolean> {
  const response = await fetch(`${url}/storage/v1/b?project=sotto`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: bucket }),
  });
  return response.ok;
}

import { createDiskRecordings, type DiskRecordings } from './disk.ts';
import type { LinkSigner } from './links.ts';
import type { Recordings } from './types.ts';

/**
 * Opens the store that `RECORDINGS` names: a folder, or `gs://bucket[/prefix]` with Google's Application Default
 * Credentials. Google's client is loaded only for a bucket, because loading it delays the start.
 */
export async function openRecordings(place: string, links: LinkSigner): Promise<Recordings | DiskRecordings> {
  const [, bucket, prefix = ''] = /^gs:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? [];
  if (!bucket) return createDiskRecordings({ folder: place, links });
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const [{ Storage }, { createGcsRecordings }] = await Promise.all([
    import('@google-cloud/storage'),
    import('./gcs.ts'),
  ]);
  return createGcsRecordings({ storage: new Storage(), bucket, prefix: folder, now: Date.now });
}

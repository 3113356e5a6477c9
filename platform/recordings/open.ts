import { Storage } from '@google-cloud/storage';
import { createDiskRecordings, type DiskRecordings } from './disk.ts';
import { createGcsRecordings } from './gcs.ts';
import type { LinkSigner } from './links.ts';
import type { Recordings } from './types.ts';

/**
 * Opens the store that `RECORDINGS` names: a folder, or `gs://bucket[/prefix]` with Google's Application Default
 * Credentials.
 */
export function openRecordings(place: string, links: LinkSigner): Recordings | DiskRecordings {
  const [, bucket, prefix = ''] = /^gs:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? [];
  if (!bucket) return createDiskRecordings({ folder: place, links });
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  return createGcsRecordings({ storage: new Storage(), bucket, prefix: folder, now: Date.now });
}

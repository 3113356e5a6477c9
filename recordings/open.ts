import { createDiskRecordings } from './disk.ts';
import type { LinkSigner } from './links.ts';
import type { Recordings } from './types.ts';

/** Opens the store that `RECORDINGS` names: a folder. */
export function openRecordings(place: string, links: LinkSigner): Recordings {
  return createDiskRecordings({ folder: place, links });
}

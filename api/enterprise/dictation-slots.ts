import { createShares, halfOfTheRest, type Shares } from '../shares.ts';

/** The resources that the dictations of all organizations share in one process. */
export interface DictationSlots {
  /** Running dictations. */
  readonly running: Shares;
  /** Bytes of request bodies in memory, including bodies that are still arriving. */
  readonly bytes: Shares;
  /** Recordings that are decoded while they arrive. Each uses some memory of a speech process. */
  readonly early: Shares;
}

/**
 * One organization can use at most seven eighths of the slots, and at most half of the bytes that the others leave. The
 * byte limit is large enough for a single organization to fill all slots with the largest audio.
 */
export function createDictationSlots(concurrency: number, maxAudioBytes: number): DictationSlots {
  const maxPerOrganization = concurrency - Math.floor(concurrency / 8);
  return {
    running: createShares(concurrency, (left) => Math.min(left, maxPerOrganization)),
    early: createShares(MAX_EARLY, halfOfTheRest),
    bytes: createShares(2 * concurrency * (maxAudioBytes + MAX_TEXT_BYTES), halfOfTheRest),
  };
}

const MAX_EARLY = 16;
/** An upper bound of the text fields and the multipart framing of one form. */
const MAX_TEXT_BYTES = 1024 * 1024;

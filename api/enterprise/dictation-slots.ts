import { EnterpriseError } from '../errors.ts';
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

/** @throws {EnterpriseError} `busy` when the organization or the process has no slot */
export async function withSlot<T>({ running }: DictationSlots, orgId: string, work: () => Promise<T>): Promise<T> {
  if (!running.take(orgId, 1)) throw new EnterpriseError('busy');
  try {
    return await work();
  } finally {
    running.release(orgId, 1);
  }
}

/** Counts the bytes of a body against the organization's share of memory, until it is released. */
export function holdBytes({ bytes }: DictationSlots, orgId: string) {
  let held = 0;
  return {
    /** @throws {EnterpriseError} `busy` */
    add: (count: number) => {
      if (!bytes.take(orgId, count)) throw new EnterpriseError('busy');
      held += count;
    },
    release: () => bytes.release(orgId, held),
  };
}

import { createShares, halfOfTheRest, type Shares } from '../shares.ts';

/** What dictations of all organizations share in one process. */
export interface DictationSlots {
  /** Dictations that run. */
  readonly running: Shares;
  /** Bytes of bodies that are held in memory, those still arriving included. */
  readonly bytes: Shares;
}

/**
 * One organization leaves an eighth of the slots to others. Of the bytes it may have half of what the others leave: alone
 * that is as much as fills all slots with the largest audio.
 */
export function createDictationSlots(concurrency: number, maxAudioBytes: number): DictationSlots {
  const most = concurrency - Math.floor(concurrency / 8);
  return {
    running: createShares(concurrency, (left) => Math.min(left, most)),
    bytes: createShares(2 * concurrency * (maxAudioBytes + MAX_TEXT_BYTES), halfOfTheRest),
  };
}

/** More than all text fields and the form's own lines come to. */
const MAX_TEXT_BYTES = 1024 * 1024;

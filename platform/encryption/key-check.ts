import type { Redis } from '../redis/connection.ts';
import { keys } from '../redis/keys.ts';
import { keyIdOf, type Sealing } from './sealed-values.ts';

/** The configured keys do not open what Redis holds. The message tells operators what to do. */
export class WrongKeysError extends Error {
  override readonly name = 'WrongKeysError';
}

const KNOWN_TEXT = 'sotto';

/**
 * Compares the configured keys with a marker in Redis that was sealed with the first key ever used, or with the current
 * one since the last rotation. Writes the marker when there is none.
 * @throws {WrongKeysError} when a key is missing or another one
 */
export async function checkSealingKeys(redis: Redis, sealing: Sealing): Promise<void> {
  const place = keys.sealingMarker();
  const marker = sealing.seal(KNOWN_TEXT, place);
  if (keyIdOf(marker) !== undefined) await redis.set(place, marker, 'NX');
  const stored = await redis.get(place);
  if (stored === null) return;
  try {
    if (sealing.open(stored, place) === KNOWN_TEXT) return;
  } catch {
    // the message below says what to do
  }
  throw new WrongKeysError(
    `Cannot start as Redis holds values that are encrypted with the key '${keyIdOf(stored)}': put it into TEMPORAL_ENCRYPTION_KEYS`,
  );
}

/** Seals the marker with the current key, once nothing is sealed with another one. */
export async function renewSealingMarker(redis: Redis, sealing: Sealing): Promise<void> {
  const place = keys.sealingMarker();
  await redis.set(place, sealing.seal(KNOWN_TEXT, place));
}

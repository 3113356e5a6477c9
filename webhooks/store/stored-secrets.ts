import type { Sealing } from '../../platform/encryption/sealed-values.ts';

/** A stored signing secret. The newest comes first and has no expiry. */
interface StoredSecret {
  /** As it is, or sealed. */
  readonly secret: string;
  readonly expiresAt?: number;
}

/** The field of an endpoint that has just this secret. */
export function firstSecret(secret: string): string {
  const stored: StoredSecret[] = [{ secret }];
  return JSON.stringify(stored);
}

/**
 * The secrets that sign now, newest first.
 * @param place the key of the endpoint
 */
export function activeSecrets(stored: string, nowMs: number, place: string, sealing: Sealing): string[] {
  return active(stored, nowMs).map(({ secret }) => sealing.open(secret, place));
}

/** When each active secret expires; null for the current one, which comes first. */
export function secretExpiries(stored: string, nowMs: number): (number | null)[] {
  return active(stored, nowMs).map(({ expiresAt }) => expiresAt ?? null);
}

function active(stored: string, nowMs: number): StoredSecret[] {
  return (JSON.parse(stored) as StoredSecret[]).filter(({ expiresAt }) => expiresAt === undefined || expiresAt > nowMs);
}

/** The field with every secret sealed with the current key; itself when that is so already. */
export function resealSecrets(stored: string, place: string, sealing: Sealing): string {
  const secrets = JSON.parse(stored) as StoredSecret[];
  if (!secrets.some(({ secret }) => sealing.isStale(secret))) return stored;
  return JSON.stringify(
    secrets.map(({ secret, ...rest }) => ({ secret: sealing.seal(sealing.open(secret, place), place), ...rest })),
  );
}

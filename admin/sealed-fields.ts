import { renewSealingMarker } from '../platform/encryption/key-check.ts';
import type { Sealing } from '../platform/encryption/sealed-values.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { scanKeys } from '../platform/redis/scan.ts';
import { loadScript } from '../platform/redis/script.ts';
import { resealSecrets } from '../webhooks/store/stored-secrets.ts';

/** What a rotation did, in numbers of fields. */
export interface Rotation {
  readonly checked: number;
  readonly encrypted: number;
}

/** A kind of hash with a field of sealed values. */
interface SealedField {
  readonly pattern: string;
  /** Keys that match the pattern and are of this kind. */
  readonly isOfKind: (key: string) => boolean;
  readonly field: string;
  /** The field with every value sealed with the current key; itself when that is so already. */
  readonly reseal: (value: string, place: string, sealing: Sealing) => string;
}

const resealText = (value: string, place: string, sealing: Sealing) =>
  sealing.isStale(value) ? sealing.seal(sealing.open(value, place), place) : value;

const SEALED_FIELDS: readonly SealedField[] = [
  { pattern: keys.user('*'), isOfKind: () => true, field: 'email', reseal: resealText },
  {
    pattern: keys.webhookEndpoint('*', '*'),
    isOfKind: (key) => /:webhook-endpoint:[^:]+$/.test(key),
    field: 'secrets',
    reseal: resealSecrets,
  },
];

/** How often a field is read again that another process changed meanwhile. */
const MAX_TRIES = 5;

/** Encrypts every value with the current key. It scans all of Redis, so it is for operators' commands only. */
export async function rotateSealedFields(redis: Redis, sealing: Sealing): Promise<Rotation> {
  const replace = loadScript(redis, new URL('../platform/redis/lua/replace-field.lua', import.meta.url));

  async function rotate(key: string, { field, reseal }: SealedField): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await redis.hget(key, field);
      const after = before === null ? null : reseal(before, key, sealing);
      if (before === null || after === null || after === before) return false;
      if ((await replace({ hash: key }, { field, before, after })) === 1) return true;
    }
    throw new Error(`Cannot encrypt ${field} of ${key} as it keeps changing`);
  }

  let [checked, encrypted] = [0, 0];
  for (const kind of SEALED_FIELDS) {
    for await (const names of scanKeys(redis, kind.pattern)) {
      for (const name of names.filter(kind.isOfKind)) {
        checked += 1;
        if (await rotate(name, kind)) encrypted += 1;
      }
    }
  }
  await renewSealingMarker(redis, sealing);
  return { checked, encrypted };
}

import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';

/** How a user's own dictations are formatted. All fields are content. */
export interface DictationPreferences {
  /** The `dictionary` field of a dictation; may be empty. */
  readonly dictionary: string;
  /** The `extra_instructions` field of a dictation; may be empty. */
  readonly instructions: string;
  /** Language code; null lets the engine detect it. */
  readonly language: string | null;
}

export type PreferenceStore = ReturnType<typeof createPreferenceStore>;

const NONE: DictationPreferences = { dictionary: '', instructions: '', language: null };

/** Stores the preferences of users. */
export function createPreferenceStore(redis: Redis) {
  return {
    async get(userId: string): Promise<DictationPreferences> {
      const kept = await redis.get(keys.dictationPreferences(userId));
      return kept === null ? NONE : { ...NONE, ...(JSON.parse(kept) as DictationPreferences) };
    },
    async save(userId: string, preferences: DictationPreferences): Promise<void> {
      await redis.set(keys.dictationPreferences(userId), JSON.stringify(preferences));
    },
  };
}

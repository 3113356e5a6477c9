import { createHash, randomUUID } from 'node:crypto';
import { createSealing, type Sealing } from '../platform/encryption/sealed-values.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { createEntities } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { scanKeys } from '../platform/redis/scan.ts';
import { canonicalEmail } from './email-address.ts';

/** A person with an account. Times are epoch milliseconds. */
export interface User {
  readonly userId: string;
  readonly email: string;
  readonly createdAt: number;
}

export interface UserStore {
  /**
   * The user with this e-mail address; creates the user if none exists. Idempotent.
   * @throws {TypeError} when it is not an address
   */
  ensure(user: { readonly email: string }): Promise<User>;
  get(userId: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  /** All users, oldest first. Scans all of Redis, so it is for operators only. */
  list(): Promise<User[]>;
  /** Removes a user's record and address. Other data of the user stays. */
  forget(user: User): Promise<void>;
}

export interface UserStoreOptions {
  readonly now?: () => number;
  readonly newId?: () => string;
  /** Encrypts the addresses. @default not at all */
  readonly sealing?: Sealing | undefined;
}

/** Stores users. An address is looked up by its SHA-256. */
export function createUserStore(
  redis: Redis,
  { now = Date.now, newId = randomUUID, sealing = createSealing(undefined) }: UserStoreOptions = {},
): UserStore {
  const users = createEntities<User>(redis, { userId: 'string', email: 'string', createdAt: 'number' }, 'userId');

  const find = async (place: string): Promise<User | null> => {
    const user = await users.find(place);
    return user && { ...user, email: sealing.open(user.email, place) };
  };
  const get = (userId: string) => find(keys.user(userId));
  const ownerOf = (email: string) => keys.userByEmail(createHash('sha256').update(email).digest('hex'));

  return {
    ensure: async (given) => {
      const email = canonicalEmail(given.email);
      if (email === null) throw new TypeError('Cannot make a user as the e-mail address is not valid');
      const owner = ownerOf(email);
      // The address is claimed first. After a crash before the save, the next call completes it.
      const candidate = newId();
      await redis.set(owner, candidate, 'NX');
      const userId = (await redis.get(owner)) ?? candidate;
      const known = await get(userId);
      if (known) return known;
      const user: User = { userId, email, createdAt: now() };
      const place = keys.user(userId);
      await users.save(place, { ...user, email: sealing.seal(email, place) });
      return user;
    },
    get,
    findByEmail: async (email) => {
      const canonical = canonicalEmail(email);
      const userId = canonical && (await redis.get(ownerOf(canonical)));
      return userId ? get(userId) : null;
    },
    list: async () => {
      const found = new Map<string, User>();
      for await (const names of scanKeys(redis, keys.user('*'))) {
        for (const user of await Promise.all(names.map(find))) if (user) found.set(user.userId, user);
      }
      return [...found.values()].sort((a, b) => a.createdAt - b.createdAt || a.userId.localeCompare(b.userId));
    },
    forget: async ({ userId, email }) => {
      await redis.unlink(ownerOf(email));
      await redis.unlink(keys.user(userId));
    },
  };
}

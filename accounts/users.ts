import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from '../platform/redis/connection.ts';
import { createEntities } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';

/** A person with an account. Times are epoch milliseconds. */
export interface User {
  readonly userId: string;
  readonly email: string;
  readonly createdAt: number;
}

export interface UserStore {
  /** The user with this e-mail address, made now if there is none. Twice gives the same user. */
  ensure(user: { readonly email: string }): Promise<User>;
  get(userId: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
}

/** Keeps users. */
export function createUserStore(
  redis: Redis,
  { now = Date.now, newId = randomUUID }: { now?: () => number; newId?: () => string } = {},
): UserStore {
  const users = createEntities<User>(redis, { userId: 'string', email: 'string', createdAt: 'number' }, 'userId');

  const get = (userId: string) => users.find(keys.user(userId));
  const ownerOf = (email: string) => keys.userByEmail(createHash('sha256').update(email).digest('hex'));

  return {
    ensure: async (given) => {
      const email = normalizeEmail(given.email);
      const owner = ownerOf(email);
      // The address is claimed first: a crash before the save is made good by the next call.
      const candidate = newId();
      await redis.set(owner, candidate, 'NX');
      const userId = (await redis.get(owner)) ?? candidate;
      const known = await get(userId);
      if (known) return known;
      const user: User = { userId, email, createdAt: now() };
      await users.save(keys.user(userId), user);
      return user;
    },
    get,
    findByEmail: async (email) => {
      const userId = await redis.get(ownerOf(normalizeEmail(email)));
      return userId === null ? null : get(userId);
    },
  };
}

/** The form in which an e-mail address is kept and compared: no outer space, lower case, NFC. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

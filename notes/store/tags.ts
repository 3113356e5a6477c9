import { randomUUID } from 'node:crypto';
import type { Redis } from '../../platform/redis/connection.ts';
import { createEntities, hashFields } from '../../platform/redis/entities.ts';
import { keys } from '../../platform/redis/keys.ts';
import { defineScript } from '../../platform/redis/script.ts';
import { tagTerm } from './codec.ts';
import { BLOCK_NOTES } from './posting-lua.ts';
import { RECORD_BYTES } from './write-scripts.ts';

export const MAX_TAGS_PER_USER = 500;

/** A user's tag. Times are epoch milliseconds. */
export interface Tag {
  readonly tagId: string;
  readonly name: string;
  /** Where the user wants it among the others; equal positions are told apart by age. */
  readonly position: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Why a tag was not saved: its name is another's, or the user has {@link MAX_TAGS_PER_USER}. */
export type TagRefusal = 'name_taken' | 'too_many' | 'missing';

export interface TagStore {
  /** @param position at the end when left out */
  create(userId: string, tag: { name: string; position?: number | undefined }): Promise<Tag | TagRefusal>;
  update(
    userId: string,
    tagId: string,
    change: { name?: string | undefined; position?: number | undefined },
  ): Promise<Tag | TagRefusal>;
  get(userId: string, tagId: string): Promise<Tag | null>;
  /** By position. */
  list(userId: string): Promise<Tag[]>;
  /** Takes the tag away, from all notes too. Whether there was one. */
  remove(userId: string, tagId: string): Promise<boolean>;
  /** Tags with these names, made where there are none; a name for which there is no room is left out. */
  ensure(userId: string, names: readonly string[]): Promise<Map<string, Tag>>;
}

/** KEYS: tag, names. ARGV: folded name, tag id, most tags, '' or the position, then fields. */
const CREATE = `
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 'name_taken' end
local count = redis.call('HLEN', KEYS[2])
if count >= tonumber(ARGV[3]) then return 'too_many' end
local position = ARGV[4] == '' and count or ARGV[4]
redis.call('HSET', KEYS[1], 'position', position, unpack(ARGV, 5))
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return tostring(position)`;

/** KEYS: tag, names. ARGV: tag id, old and new folded name, then fields. */
const UPDATE = `
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[1] then return 'overtaken' end
if ARGV[2] ~= ARGV[3] then
  if redis.call('HEXISTS', KEYS[2], ARGV[3]) == 1 then return 'name_taken' end
  redis.call('HDEL', KEYS[2], ARGV[2])
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[1])
end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
return 'saved'`;

/**
 * KEYS: tag, names, postings, records. ARGV: tag id, folded name, term of the tag. Notes go on naming the tag until
 * their next change, which no reader sees: to rewrite each of very many at once would keep Redis from others.
 */
const REMOVE = `
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[1] then return 0 end
redis.call('UNLINK', KEYS[1])
redis.call('HDEL', KEYS[2], ARGV[2])
local blocks = math.ceil(redis.call('STRLEN', KEYS[4]) / ${RECORD_BYTES} / ${BLOCK_NOTES})
for block = 0, blocks - 1 do redis.call('HDEL', KEYS[3], ARGV[3] .. ':' .. block) end
return 1`;

/** Keeps a user's tags; names are unique without regard to case. */
export function createTagStore(
  redis: Redis,
  { now = Date.now, newId = randomUUID }: { now?: () => number; newId?: () => string } = {},
): TagStore {
  const tags = createEntities<Tag>(
    redis,
    { tagId: 'string', name: 'string', position: 'number', createdAt: 'number', updatedAt: 'number' },
    'tagId',
  );
  const scripts = {
    create: defineScript(redis, CREATE),
    update: defineScript(redis, UPDATE),
    remove: defineScript(redis, REMOVE),
  };
  const keysOf = (userId: string, tagId: string) => [keys.tag(userId, tagId), keys.tags(userId)];
  const get = (userId: string, tagId: string) => tags.find(keys.tag(userId, tagId));

  const create: TagStore['create'] = async (userId, { name, position }) => {
    const tag = { tagId: newId(), name: tidy(name), createdAt: now(), updatedAt: now() };
    const answer = String(
      await scripts.create(keysOf(userId, tag.tagId), [
        fold(name),
        tag.tagId,
        MAX_TAGS_PER_USER,
        position ?? '',
        ...hashFields(tag),
      ]),
    );
    return answer === 'name_taken' || answer === 'too_many' ? answer : { ...tag, position: Number(answer) };
  };

  const update: TagStore['update'] = async (userId, tagId, { name, position }) => {
    const tag = await get(userId, tagId);
    if (!tag) return 'missing';
    const change = {
      name: name === undefined ? tag.name : tidy(name),
      position: position ?? tag.position,
      updatedAt: now(),
    };
    const args = [tagId, fold(tag.name), fold(change.name), ...hashFields(change)];
    const answer = await scripts.update(keysOf(userId, tagId), args);
    if (answer === 'name_taken') return answer;
    return answer === 'saved' ? { ...tag, ...change } : update(userId, tagId, { name, position });
  };

  return {
    create,
    update,
    get,
    list: async (userId) => {
      const ids = await redis.hvals(keys.tags(userId));
      const found = await Promise.all(ids.map((tagId) => get(userId, tagId)));
      return found
        .filter((tag) => tag !== null)
        .sort((a, b) => a.position - b.position || a.createdAt - b.createdAt || a.tagId.localeCompare(b.tagId));
    },
    remove: async (userId, tagId) => {
      const tag = await get(userId, tagId);
      if (!tag) return false;
      const others = [keys.postings(userId), keys.notes(userId)];
      const answer = await scripts.remove(
        [...keysOf(userId, tagId), ...others],
        [tagId, fold(tag.name), tagTerm(tagId)],
      );
      return answer === 1;
    },
    ensure: async (userId, names) => {
      const found = new Map<string, Tag>();
      for (const name of names) {
        await create(userId, { name });
        const tagId = await redis.hget(keys.tags(userId), fold(name));
        const tag = tagId === null ? null : await get(userId, tagId);
        if (tag) found.set(name, tag);
      }
      return found;
    },
  };
}

const tidy = (name: string) => name.trim().replace(/\s+/gu, ' ').normalize('NFC');
const fold = (name: string) => tidy(name).normalize('NFKC').toLowerCase();

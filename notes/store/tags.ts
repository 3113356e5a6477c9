import { randomUUID } from 'node:crypto';
import type { Redis } from '../../platform/redis/connection.ts';
import { createEntities, hashFields } from '../../platform/redis/entities.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { tagTerm } from './codec.ts';
import { INDEX_CONSTANTS } from './index-layout.ts';

export const MAX_TAGS_PER_USER = 500;

/** A user's tag. Times are epoch milliseconds. */
export interface Tag {
  readonly tagId: string;
  readonly name: string;
  /** The order in which the user wants the tags. Equal positions are ordered by age. */
  readonly position: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Why a tag was not saved: the name is in use, the user has {@link MAX_TAGS_PER_USER}, or the tag does not exist. */
export type TagRefusal = 'name_taken' | 'too_many' | 'missing';

export interface TagStore {
  /** @param position the end if omitted */
  create(userId: string, tag: { name: string; position?: number | undefined }): Promise<Tag | TagRefusal>;
  update(
    userId: string,
    tagId: string,
    change: { name?: string | undefined; position?: number | undefined },
  ): Promise<Tag | TagRefusal>;
  get(userId: string, tagId: string): Promise<Tag | null>;
  /** By position. */
  list(userId: string): Promise<Tag[]>;
  /** Removes the tag, also from all notes. Returns whether it existed. */
  remove(userId: string, tagId: string): Promise<boolean>;
  /** Returns the tags with these names and creates missing ones. Names beyond the user's limit are left out. */
  ensure(userId: string, names: readonly string[]): Promise<Map<string, Tag>>;
}

/** Stores a user's tags. Names are unique without regard to case. */
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
    create: loadScript(redis, new URL('./lua/create-tag.lua', import.meta.url)),
    update: loadScript(redis, new URL('./lua/update-tag.lua', import.meta.url)),
    remove: loadScript(redis, new URL('./lua/remove-tag.lua', import.meta.url), INDEX_CONSTANTS),
  };
  const keysOf = (userId: string, tagId: string) => ({ tag: keys.tag(userId, tagId), names: keys.tags(userId) });
  const get = (userId: string, tagId: string) => tags.find(keys.tag(userId, tagId));

  const create: TagStore['create'] = async (userId, { name, position }) => {
    const tag = { tagId: newId(), name: tidy(name), createdAt: now(), updatedAt: now() };
    const answer = String(
      await scripts.create(keysOf(userId, tag.tagId), {
        name: fold(name),
        id: tag.tagId,
        max: MAX_TAGS_PER_USER,
        position: position ?? '',
        fields: hashFields(tag),
      }),
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
    const args = { id: tagId, oldName: fold(tag.name), newName: fold(change.name), fields: hashFields(change) };
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
      const answer = await scripts.remove(
        {
          ...keysOf(userId, tagId),
          ...{ postings: keys.postings(userId), records: keys.notes(userId), unmerged: keys.unmerged(userId) },
        },
        { id: tagId, name: fold(tag.name), term: tagTerm(tagId) },
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

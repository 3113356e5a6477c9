import { type RedisConnection, Repository, Schema, type SchemaDefinition } from 'redis-om';
import type { Redis } from './connection.ts';

type Value = string | number | boolean | readonly string[];
type FieldType<V> = V extends boolean
  ? 'boolean'
  : V extends number
    ? 'number'
    : V extends string
      ? 'string'
      : 'string[]';

/** The type of every field of an entity, in redis-om's terms. */
export type EntityFields<T> = { readonly [K in keyof T]-?: FieldType<NonNullable<T[K]>> };

/** One kind of entity, stored as Redis hashes. Each is identified by its whole key. */
export interface Entities<T> {
  /** Writes the whole entity. Omitted fields and an expiry are removed. */
  save(key: string, entity: T): Promise<void>;
  find(key: string): Promise<T | null>;
}

const PREFIX = 'v1';
// redis-om joins a `string[]` without escaping, so the separator must be a character that no value holds.
const SEPARATOR = '\u001f';

/**
 * Maps Redis hashes to entities with redis-om, over the existing ioredis connection.
 * @param fields the type of each field
 * @param mandatory a field that every entity has; a hash without it does not exist
 */
export function createEntities<T extends { [K in keyof T]: Value | undefined }>(
  redis: Redis,
  fields: EntityFields<T>,
  mandatory: keyof T & string,
): Entities<T> {
  const definition: SchemaDefinition = Object.fromEntries(
    Object.entries<FieldType<Value>>(fields).map(([name, type]) => [
      name,
      type === 'string[]' ? { type, separator: SEPARATOR } : { type },
    ]),
  );
  const repository = new Repository(new Schema(PREFIX, definition, { dataStructure: 'HASH' }), connection(redis));
  const noLists = Object.fromEntries(
    Object.entries(fields).flatMap(([name, type]) => (type === 'string[]' ? [[name, []]] : [])),
  );
  return {
    save: async (key, entity) => {
      await repository.save(entityId(key), { ...entity });
    },
    find: async (key) => {
      const found = await repository.fetch(entityId(key));
      // Redis stores no empty lists, so an absent list was empty.
      return found[mandatory] === undefined
        ? null
        : ({ ...noLists, ...Object.fromEntries(Object.entries(found)) } as T);
    },
  };
}

/** An entity's fields as redis-om writes them, for scripts that save an entity in the same step. */
export function hashFields(entity: { readonly [name: string]: Value | undefined }): string[] {
  return Object.entries(entity).flatMap(([name, value]) =>
    value === undefined || (typeof value === 'object' && value.length === 0) ? [] : [name, encode(value)],
  );
}

function encode(value: Value): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? value.join(SEPARATOR) : String(value);
}

/** Parses a list field that was read alone. Redis stores no empty lists. */
export function readList(field: string | null | undefined): string[] {
  return field ? field.split(SEPARATOR) : [];
}

/** The part of a key that redis-om uses as the entity's id. */
function entityId(key: string): string {
  return key.slice(PREFIX.length + 1);
}

/**
 * Adapts ioredis to the part of node-redis's interface that a HASH repository calls, because redis-om supports no other
 * client. Other methods are not available.
 */
function connection(redis: Redis): RedisConnection {
  const calls = {
    hGetAll: (key: string) => redis.hgetall(key),
    unlink: (names: string[]) => redis.unlink(names),
    multi: () => {
      const transaction = redis.multi();
      const chain = {
        unlink: (key: string) => {
          transaction.unlink(key);
          return chain;
        },
        hSet: (key: string, data: Record<string, string>) => {
          transaction.hset(key, data);
          return chain;
        },
        exec: () => transaction.exec(),
      };
      return chain;
    },
  };
  return calls as unknown as RedisConnection;
}

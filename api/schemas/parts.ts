import { type TSchema, Type } from '@sinclair/typebox';

/** A schema of OpenAPI's `components`, by its name. */
export const ref = (name: string) => Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}` });

/** What the schema takes, or null. */
export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
/** An id. */
export const uuid = (description?: string) => Type.String({ format: 'uuid', ...(description && { description }) });
/** Any text. */
export const text = (description?: string) => Type.String(description ? { description } : {});
/** A time, RFC 3339 in UTC. */
export const time = (description?: string) => Type.String({ format: 'date-time', ...(description && { description }) });
/** One of a closed list of words. */
export const oneOf = (words: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...words], ...(description && { description }) });
/** All of something, without pages. */
export const list = (items: TSchema) => Type.Object({ items: Type.Array(items) });
/** A page of something, and how to get the next. */
export const page = (items: TSchema) =>
  Type.Object({
    items: Type.Array(items),
    next_cursor: orNull(text('Gives the next page with the same filters; null when there is none')),
  });

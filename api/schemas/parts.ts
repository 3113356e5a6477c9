import { type TSchema, Type } from '@sinclair/typebox';

/** Stands for the type of a component until {@link file://./components.ts Body} looks it up. */
export interface Ref<Name extends string> {
  readonly ref: Name;
}

/** A schema of OpenAPI's `components`, by its name. */
export const ref = <const Name extends string>(name: Name) =>
  Type.Unsafe<Ref<Name>>({ $ref: `#/components/schemas/${name}` });

/** What the schema takes, or null. */
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** An id. */
export const uuid = (description?: string) => Type.String({ format: 'uuid', ...(description && { description }) });
/** Any text. */
export const text = (description?: string) => Type.String(description ? { description } : {});
/** A time, RFC 3339 in UTC. */
export const time = (description?: string) => Type.String({ format: 'date-time', ...(description && { description }) });
/** One of a closed list of words. */
export const oneOf = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...(description && { description }) });
/** All of something, without pages. */
export const list = <T extends TSchema>(items: T) => Type.Object({ items: Type.Array(items) });
/** A page of something, and how to get the next. */
export const page = <T extends TSchema>(items: T) =>
  Type.Object({
    items: Type.Array(items),
    next_cursor: orNull(text('Gives the next page with the same filters; null when there is none')),
  });

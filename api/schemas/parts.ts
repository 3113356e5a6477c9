import { type TSchema, Type } from '@sinclair/typebox';

/** A schema of OpenAPI's `components`, by its name. */
export const ref = (name: string) => Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}` });

export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
export const uuid = (description?: string) => Type.String({ format: 'uuid', ...(description && { description }) });
export const text = (description?: string) => Type.String(description ? { description } : {});
export const time = (description?: string) => Type.String({ format: 'date-time', ...(description && { description }) });
export const oneOf = (words: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...words], ...(description && { description }) });
export const list = (items: TSchema) => Type.Object({ items: Type.Array(items) });
export const page = (items: TSchema) =>
  Type.Object({
    items: Type.Array(items),
    next_cursor: orNull(text('Gives the next page with the same filters; null when there is none')),
  });

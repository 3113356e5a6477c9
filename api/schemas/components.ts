import type { Static } from '@sinclair/typebox';
import { ACCOUNT_SCHEMAS } from './account.ts';
import { ENTERPRISE_SCHEMAS } from './enterprise.ts';
import { ERROR_SCHEMAS } from './errors.ts';
import { EVENT_SCHEMAS } from './events.ts';
import { NOTE_SCHEMAS } from './notes.ts';
import { OPENAI_SCHEMAS } from './openai.ts';
import { OPERATOR_SCHEMAS } from './operator.ts';
import type { Ref } from './parts.ts';
import { WEBHOOK_SCHEMAS } from './webhooks.ts';

/** Every response and webhook body of Sotto, by its name in the OpenAPI. */
export const SCHEMAS = {
  ...ENTERPRISE_SCHEMAS,
  ...OPENAI_SCHEMAS,
  ...NOTE_SCHEMAS,
  ...ACCOUNT_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...OPERATOR_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...ERROR_SCHEMAS,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

/** The type of a body, as its schema describes it. */
export type Body<Name extends SchemaName> = Resolved<Static<(typeof SCHEMAS)[Name]>>;

type Resolved<T> =
  T extends Ref<infer Name>
    ? Name extends SchemaName
      ? Body<Name>
      : never
    : T extends readonly (infer Item)[]
      ? readonly Resolved<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: Resolved<T[Key]> }
        : T;

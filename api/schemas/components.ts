import { ACCOUNT_SCHEMAS } from './account.ts';
import { ENTERPRISE_SCHEMAS } from './enterprise.ts';
import { ERROR_SCHEMAS } from './errors.ts';
import { EVENT_SCHEMAS } from './events.ts';
import { NOTE_SCHEMAS } from './notes.ts';
import { WEBHOOK_SCHEMAS } from './webhooks.ts';

/** Every body that Sotto answers with or sends, by its name in OpenAPI. */
export const SCHEMAS = {
  ...ENTERPRISE_SCHEMAS,
  ...NOTE_SCHEMAS,
  ...ACCOUNT_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...ERROR_SCHEMAS,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

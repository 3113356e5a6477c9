import type { SchemaName } from './components.ts';
import { ref } from './parts.ts';

/** Headers that OpenAPI describes once. */
export const ANSWER_HEADERS = {
  RequestId: { description: 'Names this answer in the logs', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next try', schema: { type: 'integer', minimum: 1 } },
} as const;

const header = (name: keyof typeof ANSWER_HEADERS) => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'x-request-id': header('RequestId') };

/** An answer with a body, as OpenAPI describes it. */
export const answer = (schema: SchemaName, description: string, example: unknown) => ({
  description,
  headers: requestId,
  content: { 'application/json': { schema: ref(schema), example } },
});

/** The same with `Retry-After`. */
export const retryLater = (schema: SchemaName, description: string, example: unknown) => {
  const { headers, ...rest } = answer(schema, description, example);
  return { ...rest, headers: { ...headers, 'retry-after': header('RetryAfter') } };
};

/** An answer whose body is no JSON. */
export const streamed = (mediaType: string, description: string, example?: string) => ({
  description,
  headers: requestId,
  content: { [mediaType]: { schema: { type: 'string' as const }, ...(example === undefined ? {} : { example }) } },
});

/** An answer whose headers say it all. */
export const empty = (status: number, description: string) => ({ [status]: { description, headers: requestId } });

/** 204. */
export const noContent = (description: string) => ({ 204: { description, headers: requestId } });

/** What every route of the notes API and the app API may answer while Redis or Temporal is away. */
export const UNAVAILABLE = {
  503: retryLater('Error', 'Unavailable for a moment', { detail: 'The service is unavailable for a moment' }),
};

/** The same of the app API, which limits requests as well. */
export const APP_UNAVAILABLE = {
  429: retryLater('Error', 'Too many requests', { detail: 'Too many requests' }),
  ...UNAVAILABLE,
};

/** An error of the notes API or the app API. */
export const refusal = (description: string, detail: string) => answer('Error', description, { detail });

/** 422, naming one problem. */
export const invalid = (loc: readonly string[], type: string, msg: string) => ({
  422: answer('ValidationError', 'The request is not valid', { detail: [{ loc, msg, type }] }),
});

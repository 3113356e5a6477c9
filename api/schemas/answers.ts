import type { SchemaName } from './components.ts';
import { ref } from './parts.ts';

/** Headers that OpenAPI describes once. */
export const ANSWER_HEADERS = {
  RequestId: { description: 'Identifies this response in the logs', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next try', schema: { type: 'integer', minimum: 1 } },
} as const;

const header = (name: keyof typeof ANSWER_HEADERS) => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'x-request-id': header('RequestId') };

/** OpenAPI of a response with a JSON body. */
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

/** OpenAPI of a response whose body is not JSON. */
export const streamed = (mediaType: string, description: string, example?: string) => ({
  description,
  headers: requestId,
  content: { [mediaType]: { schema: { type: 'string' as const }, ...(example === undefined ? {} : { example }) } },
});

/** OpenAPI of a response without a body. */
export const empty = (status: number, description: string) => ({ [status]: { description, headers: requestId } });

/** 204. */
export const noContent = (description: string) => ({ 204: { description, headers: requestId } });

/** The response of the notes API and the app API while Redis or Temporal is unavailable. */
export const UNAVAILABLE = {
  503: retryLater('Error', 'Unavailable for a moment', { detail: 'The service is unavailable for a moment' }),
};

/** The same for the app API, which also limits requests. */
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

import createClient, { type Client } from 'openapi-fetch';
import { readApiError } from './errors.ts';
import type { paths } from './generated/schema.ts';
import { createRetryingFetch } from './retry.ts';

/** The URL of a service, and the credentials for it. */
export interface SottoOptions {
  /** For example `https://sotto.example.com`. */
  readonly baseUrl: string;
  /** A personal token (`sotto_pat_…`), for notes and webhook endpoints. */
  readonly token?: string | undefined;
  /** An enterprise key, for dictation from your own server. */
  readonly apiKey?: string | undefined;
  /** A client token, for dictation from a browser or an app. */
  readonly clientToken?: string | undefined;
  /** The time limit of one attempt. @default 130_000, longer than a dictation may take */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of retries after 429, 502, 503, 504, a timeout or a broken connection. @default 4 */
  readonly maxRetries?: number | undefined;
  /** @default the global one */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Every operation of the service by method and path, with types from its OpenAPI description. Throws an `ApiError` for an
 * error status.
 */
export interface Sotto extends Client<paths> {
  readonly baseUrl: string;
  /** The headers with the credentials. */
  credentialsFor(path: string): Readonly<Record<string, string>>;
  /** Sends a request that OpenAPI does not describe, with the same retries and timeouts. */
  fetch(request: Request): Promise<Response>;
}

const TIMEOUT_MS = 130_000;
const MAX_RETRIES = 4;

/** Creates a client for the service at `baseUrl`, without connecting. */
export function createSotto(options: SottoOptions): Sotto {
  const { timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES, fetch = (request) => globalThis.fetch(request) } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const retrying = createRetryingFetch({ fetch, maxRetries, timeoutMs });
  const credentialsFor = (path: string) => credentials(options, path);
  const client = createClient<paths>({ baseUrl, fetch: retrying });
  client.use({
    onRequest: ({ request, schemaPath }) => {
      for (const [name, value] of Object.entries(credentialsFor(schemaPath))) request.headers.set(name, value);
      return request;
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw await readApiError(response);
    },
  });
  return { ...client, baseUrl, credentialsFor, fetch: retrying };
}

function credentials({ token, apiKey, clientToken }: SottoOptions, path: string): Record<string, string> {
  if (!path.startsWith('/v1/enterprise/')) return bearer(token);
  return apiKey === undefined ? bearer(clientToken) : { 'x-api-key': apiKey };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

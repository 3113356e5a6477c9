/** The caller of the enterprise API, after its credential, origin and rate limit were checked. */
export interface Caller {
  readonly orgId: string;
  readonly keyId: string;
  readonly credential: 'key' | 'client_token';
  /** Epoch milliseconds; undefined for a key that does not expire. */
  readonly keyExpiresAt: number | undefined;
}

/** Elysia's response headers. */
export type ResponseHeaders = Record<string, string | number | undefined>;

/**
 * Checks the credential, the origin and the rate limit of a request, before its body is read.
 * Sets CORS and `RateLimit-*` headers on the response.
 * @throws {EnterpriseError} 400 for two credentials at once, 401, 403, 429
 */
export type Authenticate = (request: Request, headers: ResponseHeaders) => Promise<Caller>;

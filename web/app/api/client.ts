/** A request that was refused, or that did not reach the service. Its message is for the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** 0 when the service could not be reached. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The statuses of a proxy while the service is unavailable, and 0 for no answer. */
const UNREACHED: readonly number[] = [0, 502, 503, 504];

/** True when the service could not be reached. */
export function isOffline(error: unknown): boolean {
  return error instanceof RequestError && UNREACHED.includes(error.status);
}

/** A message for the user about any thrown error. */
export function describeProblem(error: unknown): string {
  return error instanceof RequestError ? error.message : 'Something went wrong in this page. Reload it and try again';
}

interface PageSession {
  /** Who is signed in as far as this page knows. */
  readonly userId: () => string | null;
  /** Called when the service says that this user is not, or not any more. */
  readonly onRefused: () => void;
}

let page: PageSession = { userId: () => null, onRefused: () => {} };

/** Connects requests with the page's session. */
export function useSession(session: PageSession): void {
  page = session;
}

/** Headers by which the service refuses a request when another page of the browser has signed in another user. */
export function userHeaders(): Record<string, string> {
  const userId = page.userId();
  return userId === null ? {} : { 'sotto-user': userId };
}

/** Adds the user to the URL of a request that cannot have headers: a link or a live stream. @param url a path of the app API */
export function urlForUser(url: string): string {
  const [[name, userId] = []] = Object.entries(userHeaders());
  if (name === undefined || userId === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${userId}`;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request to the app API.
 * @param path below `/v1/app`
 * @throws {RequestError}
 */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const headers = { ...userHeaders(), ...options.headers };
  return readAnswer<T>(await send(method, `/v1/app${path}`, { ...options, headers }), page.onRefused);
}

async function send(method: string, url: string, { body, signal, headers }: RequestOptions): Promise<Response> {
  const form = body instanceof FormData;
  const init: RequestInit = {
    method,
    headers: { ...headers, ...(body === undefined || form ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  try {
    return await fetch(url, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(0, 'Sotto cannot be reached. Check your connection');
  }
}

/** Asks who is signed in, whoever that is. @throws {RequestError} */
export async function requestUser<T>(): Promise<T> {
  return readAnswer<T>(await send('GET', '/v1/app/me', {}), () => {});
}

async function readAnswer<T>(response: Response, onRefused: () => void): Promise<T> {
  const text = await response.text();
  const body = parse(text);
  if (response.ok) return body as T;
  if (response.status === 401) onRefused();
  throw new RequestError(response.status, describeRefusal(response.status, body));
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Problem {
  readonly loc: readonly unknown[];
  readonly msg: string;
}

/** `{detail}` is a sentence, or the list of problems of a 422. */
export function describeRefusal(status: number, body: unknown): string {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) return (detail as Problem[]).map(describeProblemOfField).join('. ');
  return status >= 500
    ? 'Something went wrong in Sotto. Try again in a moment'
    : `Sotto rejected the request (${status})`;
}

function describeProblemOfField({ loc, msg }: Problem): string {
  const field = loc.filter((part) => typeof part === 'string' && part !== 'body' && part !== 'query').join(' ');
  return field === '' ? msg : `${field.replaceAll('_', ' ')}: ${msg}`;
}

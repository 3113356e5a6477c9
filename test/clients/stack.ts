import type { Credentials } from '../../development/credentials.ts';

/** The running service, its first user and organization, and a folder for what the clients write. */
export type ClientStack = ReturnType<typeof createClientStack>;

/** @param given the credentials that `npm start` wrote */
export function createClientStack(given: Credentials, folder: string) {
  const { base_url: url, api_key: apiKey, personal_token: token, user_email: email } = given;

  /** The app API, as the user. */
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/v1/app${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** The environment of every client. It contains nothing of this process's environment. */
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    SOTTO_URL: url,
    SOTTO_TOKEN: token,
    SOTTO_API_KEY: apiKey,
  };
  return { folder, token, call, url, apiKey, email, env };
}

/** A webhook endpoint of the user, with its secret. */
export interface Endpoint {
  readonly endpoint_id: string;
  readonly secret: string;
}

export interface Attempt {
  readonly trigger: string;
  readonly outcome: string;
  readonly status_code: number | null;
  readonly message_id: string;
}

export const createEndpoint = ({ call }: Pick<ClientStack, 'call'>, url: string) =>
  call<Endpoint>('POST', '/webhook-endpoints', { url });

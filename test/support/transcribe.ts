import type { Body } from '../../api/schemas/components.ts';
import { type Fields, formOf } from './dictate.ts';
import type { TestService } from './service.ts';

export const TRANSCRIPTIONS = '/v1/audio/transcriptions';

/** `POST /v1/audio/transcriptions` with the key as a bearer token. */
export function transcribe(
  service: Pick<TestService, 'url' | 'apiKey'>,
  fields: Fields,
  init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(service.url + TRANSCRIPTIONS, {
    method: 'POST',
    body: formOf(fields),
    ...init,
    headers: { authorization: `Bearer ${service.apiKey}`, ...init.headers },
  });
}

/** The status and the error of a refusal in OpenAI's shape. */
export async function openAiError(response: Response) {
  const { error } = (await response.json()) as Body<'OpenAiError'>;
  return { status: response.status, ...error };
}

/** The data of server-sent events. */
export function eventsOf(text: string): { type?: string; delta?: string; text?: string; error?: object }[] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
}

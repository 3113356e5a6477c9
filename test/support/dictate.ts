import { readFile } from 'node:fs/promises';
import type { TestService } from './service.ts';

const SHORT = new URL('../speech/fixtures/ask.flac', import.meta.url);
const LONG = new URL('../../speech/samples/jfk.flac', import.meta.url);

export type Fields = Record<string, string | Uint8Array<ArrayBuffer> | readonly string[]>;

/**
 * The fields that tests read from answers of both APIs. Route and status determine which fields exist: a test
 * that reads a missing field fails.
 */
export interface JsonBody {
  readonly id: string;
  readonly text: string;
  readonly raw_text: string;
  readonly request_id: string;
  readonly error: string;
  /** Of an error of the enterprise API. */
  readonly code?: string;
  /** Of an error of the app's API. */
  readonly detail: unknown;
  readonly status: string;
  readonly note_id: string;
  readonly recording_url: string;
  readonly endpoint_id: string;
  readonly secret: string;
  readonly message_id: string;
  readonly tag_id: string;
  readonly user_id: string;
  readonly disabled_reason: string | null;
  /** Of a page. */
  readonly items: unknown;
}

/** Answer of the enterprise API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonBody;
}

/** Three seconds of real speech, "ask what you can do for your country", in 62 KB: a quarter of the work of the long sample. */
export async function sampleAudio(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(SHORT));
}

/** The bundled sample: eleven seconds of real speech in 1.2 MB, which a server reads in several parts. */
export async function longSampleAudio(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(LONG));
}

/** A multipart form; bytes become a file, an array a field given more than once. */
export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.append(name, new Blob([value]), 'clip');
    else for (const text of typeof value === 'string' ? [value] : value) form.append(name, text);
  }
  return form;
}

/** `POST /v1/enterprise/dictate`. */
export async function dictate(
  service: Pick<TestService, 'url' | 'apiKey'>,
  fields: Fields,
  init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(`${service.url}/v1/enterprise/dictate`, {
    method: 'POST',
    body: formOf(fields),
    ...init,
    headers: { 'x-api-key': service.apiKey, ...init.headers },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as JsonBody };
}

import OpenAI from 'openai';
import { createBoundedFetch } from '../../platform/http/bounded-fetch.ts';
import { SpeechError } from '../types.ts';
import type { Dialect } from './dialect.ts';

export interface RemoteApiOptions {
  /** The base URL of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Time limit of a request, from its first byte to the last byte of the response. */
  readonly timeoutMs: number;
}

/** One request for a transcript. */
export interface AskedTranscript {
  readonly file: File;
  readonly dialect: Dialect;
  readonly language: string | undefined;
  readonly vocabulary: readonly string[];
}

/** The requests of the OpenAI API that are used. They are never retried here; callers retry. */
export interface RemoteApi {
  /**
   * `POST /audio/transcriptions`
   * @throws the errors of the `openai` package; {@link SpeechError} `engine_failed` for an answer that is too long
   */
  transcribe(asked: AskedTranscript, signal: AbortSignal): Promise<unknown>;
  /**
   * Whether `GET /models` lists the configured model; null if the server has no such list.
   * @throws {OpenAI.APIConnectionError} if the server does not answer
   */
  listsModel(signal: AbortSignal): Promise<boolean | null>;
  /**
   * Resolves if anything answers at the server's address. Sends neither key nor audio.
   * @throws {SpeechError} `engine_unavailable`
   */
  answers(signal: AbortSignal): Promise<void>;
}

/** The status of a proxy if the server behind it does not answer: 502, 503 and 504. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** Far more than the transcript of ten minutes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Whisper reads 224 tokens of a prompt. */
const MAX_PROMPT_CHARACTERS = 600;

export function createRemoteApi({ url, apiKey, model, timeoutMs }: RemoteApiOptions): RemoteApi {
  const api = new OpenAI({
    baseURL: baseUrl(url),
    apiKey: apiKey ?? 'none',
    // Otherwise, the client would read these from the environment and send them.
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    // Servers close idle connections between two pieces, possibly while the next request is sent, and requests are
    // not retried.
    defaultHeaders: { connection: 'close' },
    fetch: createBoundedFetch(MAX_ANSWER_BYTES, () => new SpeechError('engine_failed')),
  });

  async function listsModel(signal: AbortSignal): Promise<boolean | null> {
    try {
      const { data } = await api.models.list({ signal });
      return Array.isArray(data) ? data.some((listed) => listed?.id === model) : null;
    } catch (error) {
      if (error instanceof OpenAI.APIConnectionError || signal.aborted) throw error;
      return null;
    }
  }

  async function answers(signal: AbortSignal): Promise<void> {
    const asked = { method: 'HEAD', redirect: 'manual', headers: { connection: 'close' }, signal } as const;
    const status = await fetch(baseUrl(url), asked).then(
      (response) => response.status,
      () => null,
    );
    if (status === null || GATEWAY_ERRORS.has(status)) throw new SpeechError('engine_unavailable');
  }

  return {
    transcribe: (asked, signal) =>
      api.audio.transcriptions.create({ ...fields(asked), file: asked.file, model }, { signal }),
    listsModel,
    answers,
  };
}

function fields({ dialect: { format, words, hints }, vocabulary, language }: AskedTranscript) {
  const prompt = vocabulary.join(', ').slice(0, MAX_PROMPT_CHARACTERS);
  return {
    response_format: format,
    ...(language === undefined ? {} : { language: language.split(/[-_]/)[0]?.toLowerCase() ?? language }),
    ...(hints && prompt !== '' ? { prompt } : {}),
    ...(words ? { timestamp_granularities: ['word', 'segment'] as ('word' | 'segment')[] } : {}),
    // OpenAI's diarizing model requires it for more than 30 seconds.
    ...(format === 'diarized_json' ? { chunking_strategy: 'auto' as const } : {}),
  };
}

/** Accepts the base URL, the full URL of the endpoint, or only a host. */
function baseUrl(url: string): string {
  const base = new URL(url);
  base.pathname = base.pathname.replace(/\/+$/, '').replace(/\/audio\/transcriptions$/, '') || '/v1';
  return base.toString();
}

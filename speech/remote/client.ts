import OpenAI from 'openai';
import { createBoundedFetch } from '../../platform/http/bounded-fetch.ts';
import { SpeechError } from '../types.ts';
import { type AnsweredClip, type Heard, hasSpeakers, readAnswer } from './answer.ts';
import { createKnownDialects, type Dialect } from './dialect.ts';
import { remoteFailure } from './failure.ts';
import { encodeWav } from './wav.ts';

export interface RemoteClientOptions {
  /** The base URL of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Time limit of a request, from its first byte to the last byte of the response. */
  readonly timeoutMs: number;
}

/** What a caller requests for a clip. */
export interface ClipOptions {
  readonly language: string | undefined;
  readonly words: boolean;
  /** Whether the server should distinguish speakers. */
  readonly speakers: boolean;
}

export interface RemoteClient {
  /** @throws {SpeechError} */
  transcribe(samples: Int16Array, clip: AnsweredClip, options: ClipOptions, signal: AbortSignal): Promise<Heard>;
  /**
   * Resolves if anything answers at the server's address. Sends neither key nor audio.
   * @throws {SpeechError} `engine_unavailable`
   */
  reachable(signal: AbortSignal): Promise<void>;
}

/** The status of a proxy if the server behind it does not answer: 502, 503 and 504. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** Far more than the transcript of ten minutes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Whisper reads 224 tokens of a prompt. */
const MAX_PROMPT_CHARACTERS = 600;

/** Calls `POST /audio/transcriptions` of the OpenAI API. It never retries; callers do. */
export function createRemoteClient({ url, apiKey, model, timeoutMs }: RemoteClientOptions): RemoteClient {
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
  const dialects = createKnownDialects();

  async function transcribe(
    samples: Int16Array,
    clip: AnsweredClip,
    options: ClipOptions,
    signal: AbortSignal,
  ): Promise<Heard> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, timeout]);
    const file = new File([encodeWav(samples)], 'audio.wav', { type: 'audio/wav' });
    const speakers = options.speakers && clip.speaker === null;
    const candidates = dialects.candidates({ speakers, words: options.words, hints: clip.vocabulary.length > 0 });
    for (const [index, dialect] of candidates.entries()) {
      const isLast = index === candidates.length - 1;
      try {
        const body = { ...fields(dialect, clip, options.language), file, model };
        const answer: unknown = await api.audio.transcriptions.create(body, { signal: ended });
        // Some servers accept any format and answer with the only one that they support.
        if (dialect.format === 'diarized_json' && !hasSpeakers(answer) && !isLast) continue;
        // Options that were refused before are not requested again.
        dialects.learn(candidates.slice(0, index + 1));
        return readAnswer(answer, clip, options.words);
      } catch (error) {
        const refused = error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
        if (!refused || isLast) throw remoteFailure(error, signal, timeout);
      }
    }
    throw new SpeechError('engine_failed');
  }

  async function reachable(signal: AbortSignal): Promise<void> {
    const asked = { method: 'HEAD', redirect: 'manual', headers: { connection: 'close' }, signal } as const;
    const status = await fetch(baseUrl(url), asked).then(
      (response) => response.status,
      () => null,
    );
    if (status === null || GATEWAY_ERRORS.has(status)) throw new SpeechError('engine_unavailable');
  }

  return { transcribe, reachable };
}

function fields({ format, words, hints }: Dialect, { vocabulary }: AnsweredClip, language: string | undefined) {
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

import OpenAI from 'openai';
import { createBoundedFetch } from '../../platform/http/bounded-fetch.ts';
import { SpeechError } from '../types.ts';
import { type AnsweredClip, type Heard, readAnswer } from './answer.ts';
import { remoteFailure } from './failure.ts';
import { encodeWav } from './wav.ts';

export interface RemoteClientOptions {
  /** Base of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** One request, from its first byte to the answer's last. */
  readonly timeoutMs: number;
}

export interface RemoteClient {
  /** @throws {SpeechError} */
  transcribe(
    samples: Int16Array,
    clip: AnsweredClip,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<Heard>;
  /**
   * Resolves when something answers at the server's address, whatever it says: without a key, and without any audio.
   * @throws {SpeechError} `engine_unavailable`
   */
  reachable(signal: AbortSignal): Promise<void>;
}

type Format = 'diarized_json' | 'verbose_json' | typeof PLAIN;

/** The format that every server knows. */
const PLAIN = 'json';

/** What a proxy answers when the server behind it does not: 502, 503 and 504. */
const GATEWAY_TROUBLE = new Set([502, 503, 504]);

/** The transcript of ten minutes is far below. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Whisper looks at 224 tokens of a prompt. */
const MAX_PROMPT_CHARACTERS = 600;

/** Speaks `POST /audio/transcriptions` of the OpenAI API. Nothing is sent twice on its own: callers retry. */
export function createRemoteClient({ url, apiKey, model, timeoutMs }: RemoteClientOptions): RemoteClient {
  const api = new OpenAI({
    baseURL: baseUrl(url),
    apiKey: apiKey ?? 'none',
    // Else the client would read these from the environment, and send them.
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    // Between two pieces servers close idle connections, just as the next one may go out; and nothing is sent twice.
    defaultHeaders: { connection: 'close' },
    fetch: createBoundedFetch(MAX_ANSWER_BYTES, () => new SpeechError('engine_failed')),
  });
  // From the richest format that the server is not known to refuse.
  let formats: readonly Format[] = /diari[sz]e/i.test(model) ? ['diarized_json', PLAIN] : ['verbose_json', PLAIN];

  async function transcribe(
    samples: Int16Array,
    clip: AnsweredClip,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<Heard> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const file = new File([encodeWav(samples)], 'audio.wav', { type: 'audio/wav' });
    for (const format of formats) {
      try {
        const body = { ...fields(clip, language), file, model, response_format: format };
        const answer: unknown = await api.audio.transcriptions.create(body, {
          signal: AbortSignal.any([signal, timeout]),
        });
        // What was refused on the way here need not be asked for again.
        formats = formats.slice(formats.indexOf(format));
        return readAnswer(answer, clip);
      } catch (error) {
        const refused = error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
        if (!refused || format === PLAIN) throw remoteFailure(error, signal, timeout);
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
    if (status === null || GATEWAY_TROUBLE.has(status)) throw new SpeechError('engine_unavailable');
  }

  return { transcribe, reachable };
}

function fields({ vocabulary }: AnsweredClip, language: string | undefined): { language?: string; prompt?: string } {
  const prompt = vocabulary.join(', ').slice(0, MAX_PROMPT_CHARACTERS);
  return {
    ...(language === undefined ? {} : { language: language.split(/[-_]/)[0]?.toLowerCase() ?? language }),
    ...(prompt === '' ? {} : { prompt }),
  };
}

/** Takes the base, the full address of the endpoint, or just a host. */
function baseUrl(url: string): string {
  const base = new URL(url);
  base.pathname = base.pathname.replace(/\/+$/, '').replace(/\/audio\/transcriptions$/, '') || '/v1';
  return base.toString();
}

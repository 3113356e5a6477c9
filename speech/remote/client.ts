import OpenAI from 'openai';
import { createBoundedFetch } from '../../platform/http/bounded-fetch.ts';
import { SpeechError } from '../types.ts';
import { type AnsweredClip, type Heard, hasSpeakers, readAnswer } from './answer.ts';
import { createKnownDialects, type Dialect } from './dialect.ts';
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

/** What a caller asks of a clip. */
export interface ClipWishes {
  readonly language: string | undefined;
  readonly words: boolean;
  /** Whether the server is asked to tell voices apart. */
  readonly speakers: boolean;
}

export interface RemoteClient {
  /** @throws {SpeechError} */
  transcribe(samples: Int16Array, clip: AnsweredClip, wishes: ClipWishes, signal: AbortSignal): Promise<Heard>;
  /**
   * Resolves when something answers at the server's address, whatever it says: without a key, and without any audio.
   * @throws {SpeechError} `engine_unavailable`
   */
  reachable(signal: AbortSignal): Promise<void>;
}

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
    // Otherwise the client would read these from the environment, and send them.
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    // Between two pieces servers close idle connections, just as the next one may go out; and nothing is sent twice.
    defaultHeaders: { connection: 'close' },
    fetch: createBoundedFetch(MAX_ANSWER_BYTES, () => new SpeechError('engine_failed')),
  });
  const dialects = createKnownDialects();

  async function transcribe(
    samples: Int16Array,
    clip: AnsweredClip,
    wishes: ClipWishes,
    signal: AbortSignal,
  ): Promise<Heard> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, timeout]);
    const file = new File([encodeWav(samples)], 'audio.wav', { type: 'audio/wav' });
    const speakers = wishes.speakers && clip.speaker === null;
    const candidates = dialects.candidates({ speakers, words: wishes.words, hints: clip.vocabulary.length > 0 });
    for (const [index, dialect] of candidates.entries()) {
      const isLast = index === candidates.length - 1;
      try {
        const body = { ...fields(dialect, clip, wishes.language), file, model };
        const answer: unknown = await api.audio.transcriptions.create(body, { signal: ended });
        // Some servers take any format and answer with the one that they know.
        if (dialect.format === 'diarized_json' && !hasSpeakers(answer) && !isLast) continue;
        // What was refused on the way here is not asked for again.
        dialects.learn(candidates.slice(0, index + 1));
        return readAnswer(answer, clip, wishes.words);
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
    if (status === null || GATEWAY_TROUBLE.has(status)) throw new SpeechError('engine_unavailable');
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
    // OpenAI demands it of its diarizing model for more than 30 seconds.
    ...(format === 'diarized_json' ? { chunking_strategy: 'auto' as const } : {}),
  };
}

/** Takes the base, the full address of the endpoint, or just a host. */
function baseUrl(url: string): string {
  const base = new URL(url);
  base.pathname = base.pathname.replace(/\/+$/, '').replace(/\/audio\/transcriptions$/, '') || '/v1';
  return base.toString();
}

import type { Formatter } from '../../formatting/types.ts';
import { vocabularyOf } from '../../formatting/vocabulary.ts';
import { encodeWav } from '../../speech/remote/wav.ts';
import type { SpeechEngine, Word } from '../../speech/types.ts';
import type { LiveSettings } from './types.ts';

/** The dependencies of decoding and formatting an utterance. */
export interface FinalDeps {
  readonly speech: Pick<SpeechEngine, 'capabilities' | 'transcribe'>;
  readonly formatter: Formatter;
}

/** The final words of an utterance. */
export interface Finalized {
  readonly text: string;
  readonly rawText: string;
  /** Times are relative to the start of the utterance. */
  readonly words: readonly Word[];
  readonly language: string | null;
  readonly engine: string;
  readonly inferenceMs: number;
  readonly formatMs: number;
}

/** More bytes than an utterance can have. */
const MAX_SECONDS = 600;

/**
 * Decodes and formats a complete utterance, like a dictation of the same audio.
 * @param pcm mono PCM16
 * @throws {SpeechError}
 */
export async function finalize(
  { speech, formatter }: FinalDeps,
  settings: LiveSettings,
  { pcm, sampleRate }: { readonly pcm: Uint8Array; readonly sampleRate: number },
  signal: AbortSignal,
): Promise<Finalized> {
  const { language, dictionary, context, extraInstructions } = settings;
  const transcript = await speech.transcribe({
    audio: { bytes: encodeWav(pcm, sampleRate) },
    language,
    vocabulary: vocabularyOf(dictionary),
    maxSeconds: MAX_SECONDS,
    separateChannels: false,
    isUrgent: true,
    wantWords: settings.wantWords && speech.capabilities().wordTimes,
    signal,
  });
  const started = performance.now();
  const text = settings.formats
    ? await formatter.format({
        text: transcript.text,
        language: language ?? transcript.language ?? undefined,
        ...{ dictionary, context, extraInstructions, signal },
      })
    : transcript;
  return {
    text: text.text,
    rawText: transcript.text,
    words: transcript.segments.flatMap(({ words = [] }) => words),
    language: transcript.language,
    engine: transcript.engine,
    inferenceMs: transcript.inferenceMs,
    formatMs: performance.now() - started,
  };
}

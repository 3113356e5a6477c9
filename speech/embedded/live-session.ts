import { SAMPLE_RATE } from '../decode/audio.ts';
import { quietGain } from '../decode/channels.ts';
import { createResampler } from '../decode/resample.ts';
import { viewOf } from '../decode/source.ts';
import { type DecodeWindow, type LiveHypothesis, type LiveOptions, type LiveWord, SpeechError } from '../types.ts';
import type { VoiceActivity } from '../voice/activity.ts';
import { frameLevels } from '../voice/cut.ts';
import { FRAME_SAMPLES, FRAME_SECONDS } from '../voice/frame.ts';
import { findRegions } from '../voice/regions.ts';
import { createLanguageCheck } from './language.ts';
import type { DecodeOptions, Hypothesis, Moonshine } from './moonshine.ts';
import { isConfident, mayHaveSpeech, readWords, withoutEmpty } from './recognizer.ts';
import { PRIORITY, type Scheduler } from './scheduler.ts';
import type { TokenWord } from './tokenizer.ts';
import { createVocabularyBias } from './vocabulary-bias.ts';
import { timeWords } from './word-times.ts';

/** A live session in the speech process. Calls of `feed` must not overlap; `decode` may run during one. */
export interface LiveDecoder {
  /**
   * @param pcm mono PCM16, little-endian
   * @returns the probability of speech in each new complete frame
   */
  feed(pcm: Uint8Array): Promise<readonly number[]>;
  /**
   * Decodes the audio that was fed before this call.
   * @throws the signal's reason
   */
  decode(window: DecodeWindow, signal: AbortSignal): Promise<LiveHypothesis>;
}

/** The maximum number of frames that are kept for decoding: 4 MB. */
const MAX_KEPT_FRAMES = Math.round(60 / FRAME_SECONDS);
const MAX_WINDOW_SECONDS = 30;
/** The minimum confidence of words for which the model first returned none. The next decode may correct them. */
const MIN_CONFIDENCE_OF_START = -0.9;
const NOTHING: LiveHypothesis = { words: [], isForeign: false };

/** Opens a session on the model that transcriptions use. */
export function createLiveDecoder(
  moonshine: Moonshine,
  activity: VoiceActivity,
  scheduler: Scheduler,
  options: LiveOptions,
): LiveDecoder {
  const detector = activity.createDetector();
  const resampler = createResampler(options.sampleRate, SAMPLE_RATE);
  const bias = createVocabularyBias(options.vocabulary);
  let samples = new Float32Array(0);
  let speech: readonly number[] = [];
  /** The number of discarded frames since the start of the session. */
  let goneFrames = 0;

  async function feed(pcm: Uint8Array): Promise<readonly number[]> {
    samples = append(samples, resampler.push(fromPcm16(pcm)));
    const known = speech.length * FRAME_SAMPLES;
    const whole = Math.floor(samples.length / FRAME_SAMPLES) * FRAME_SAMPLES;
    const fresh = samples.subarray(known, whole);
    const added = [...(await scheduler.run(PRIORITY.audio, () => detector.detect(fresh)))];
    speech = [...speech, ...added];
    const surplus = Math.max(0, speech.length - MAX_KEPT_FRAMES);
    samples = samples.slice(surplus * FRAME_SAMPLES);
    speech = speech.slice(surplus);
    goneFrames += surplus;
    return added;
  }

  async function decode({ from, to, prefix, draft }: DecodeWindow, signal: AbortSignal): Promise<LiveHypothesis> {
    if (!(from >= 0 && to > from && to - from <= MAX_WINDOW_SECONDS)) throw new SpeechError('engine_failed');
    const first = Math.max(0, Math.floor(from / FRAME_SECONDS) - goneFrames);
    const end = Math.min(speech.length, Math.ceil(to / FRAME_SECONDS) - goneFrames);
    const window = Float32Array.from(speech.slice(first, end));
    if (findRegions(window).length === 0) return NOTHING;
    const offset = (goneFrames + first) * FRAME_SECONDS;
    const loud = amplify(samples.slice(first * FRAME_SAMPLES, end * FRAME_SAMPLES));
    const hypothesis = await scheduler.run(
      PRIORITY.live,
      (pause) => transcribe(loud, window, { signal, pause, bias, prefix, draft, wantAttention: true }),
      signal,
    );
    if (hypothesis === undefined) return NOTHING;
    if (isForeign(loud, window, hypothesis)) return { words: [], isForeign: true };
    return {
      isForeign: false,
      words: readLiveWords(hypothesis, prefix.length, loud, offset),
    };
  }

  /**
   * At the start of an utterance, the model often takes half a word for silence. If there is a voice, the window is
   * decoded again without an empty result.
   */
  async function transcribe(loud: Float32Array, speech: Float32Array, options: DecodeOptions) {
    const first = await moonshine.transcribe(loud, options);
    if (first.tokens.length > 0) return isConfident(first, { speech }) ? first : undefined;
    if (!mayHaveSpeech(first, { speech })) return undefined;
    const again = await moonshine.transcribe(loud, { ...options, draft: [], bias: withoutEmpty(options.bias) });
    return again.ended && again.confidence >= MIN_CONFIDENCE_OF_START ? again : undefined;
  }

  /** @param offset the start of the samples, in seconds of the session */
  function readLiveWords(
    hypothesis: Hypothesis,
    prefixLength: number,
    loud: Float32Array,
    offset: number,
  ): readonly LiveWord[] {
    const words = readWords(hypothesis).filter(({ end }) => end > prefixLength);
    const rest = words.map((word): TokenWord => ({ ...word, first: Math.max(word.first, prefixLength) }));
    return timeWords(rest, hypothesis, moonshine.heads, loud).map(({ text, start, end }, index) => ({
      text,
      start: start + offset,
      end: end + offset,
      tokens: hypothesis.tokens.slice(rest[index]?.first, rest[index]?.end),
    }));
  }

  function isForeign(loud: Float32Array, window: Float32Array, hypothesis: Hypothesis): boolean {
    if (options.language !== undefined) return false;
    const check = createLanguageCheck();
    check.add({ samples: loud, speech: window }, hypothesis);
    return check.isForeign();
  }

  return { feed, decode };
}

function fromPcm16(pcm: Uint8Array): Float32Array {
  const view = viewOf(pcm);
  return Float32Array.from(
    { length: Math.floor(pcm.length / 2) },
    (_, index) => view.getInt16(2 * index, true) / 32_768,
  );
}

/** Amplifies quiet speech to the level that the model was trained on. */
function amplify(samples: Float32Array): Float32Array {
  const gain = quietGain(frameLevels(samples).reduce((highest, level) => Math.max(highest, level), 0));
  return gain === 1 ? samples : samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
}

function append(before: Float32Array<ArrayBuffer>, after: Float32Array): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(before.length + after.length);
  whole.set(before);
  whole.set(after, before.length);
  return whole;
}

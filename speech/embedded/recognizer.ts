import { SAMPLE_RATE } from '../decode/audio.ts';
import { isHallucination } from '../hallucinations.ts';
import { countUntilLoop } from '../repetition.ts';
import type { Word } from '../types.ts';
import { chooseCut, frameLevels } from '../voice/cut.ts';
import { FRAME_SAMPLES } from '../voice/frame.ts';
import { speechLikelihood, spokenSeconds } from '../voice/likelihood.ts';
import type { Utterance } from '../voice/split.ts';
import type { ScoreBias } from './choice.ts';
import { type DecodeOptions, END, type Hypothesis, type Moonshine } from './moonshine.ts';
import { splitWords, type TokenWord } from './tokenizer.ts';
import { timeWords } from './word-times.ts';

/** The text of an utterance. */
export interface Recognized {
  /** Empty if nothing was said. */
  readonly text: string;
  /** Times relative to the first sample of the utterance. Empty unless requested and available. */
  readonly words: readonly Word[];
  /** Mean entropy of the model's choices for the whole utterance: see {@link Hypothesis}. */
  readonly entropy: number;
}

export interface RecognizeOptions extends Pick<DecodeOptions, 'signal' | 'bias' | 'pause'> {
  readonly wantWords?: boolean;
}

type Written = Omit<Recognized, 'entropy'>;

/** Transcribes utterances and drops text that the model invented. */
export interface Recognizer {
  /** @throws the signal's reason */
  recognize(utterance: Utterance, options: RecognizeOptions): Promise<Recognized>;
}

/** Voice activity above which an empty result is decoded again. */
const SURE_OF_SPEECH = 0.75;
/** The log-probability with which the model ends at once on noise. */
const SURE_OF_SILENCE = -0.05;
/** The minimum confidence of a second attempt. */
const MIN_CONFIDENCE_OF_RETRY = -0.6;
/** The minimum mean log-probability of a text. Real speech stays above -0.9, also in noise. */
const MIN_CONFIDENCE = -1.3;
/** The same if voice activity is uncertain. */
const MIN_CONFIDENCE_IN_DOUBT = -0.8;
const IN_DOUBT = 0.6;
/** The number of repetitions that are a loop: if the model did not end the text, and if it did. */
const LOOPS = { endless: 3, ended: 10 } as const;
/** With fewer words per second of speech, the model omitted a sentence. Slow speakers say two. */
const MIN_WORDS_PER_SECOND = 1.3;
/** A longer utterance that failed is transcribed again in two halves. */
const SPLIT_SECONDS = 4;
const NOTHING = { text: '', words: [] } as const;

/** Decodes an utterance and checks the text by the model's confidence and voice activity. */
export function createRecognizer(moonshine: Moonshine): Recognizer {
  async function recognize(utterance: Utterance, options: RecognizeOptions): Promise<Recognized> {
    const hypothesis = await transcribe(utterance, options);
    return { ...(await judge(hypothesis, utterance, options)), entropy: hypothesis.entropy };
  }

  async function judge(hypothesis: Hypothesis, utterance: Utterance, options: RecognizeOptions): Promise<Written> {
    if (hypothesis.tokens.length === 0) return retry(utterance, hypothesis, options);
    const recognized = isConfident(hypothesis, utterance) ? read(hypothesis, utterance, options) : NOTHING;
    const hasFailed = !hypothesis.ended || wordCount(recognized) < MIN_WORDS_PER_SECOND * spokenSeconds(utterance);
    const halves = hasFailed ? halve(utterance) : undefined;
    if (halves === undefined) return recognized;
    const inHalves = await recognizeBoth(halves, options);
    return !hypothesis.ended || wordCount(inHalves) > wordCount(recognized) ? inHalves : recognized;
  }

  async function recognizeBoth([one, other]: readonly [Utterance, Utterance], options: RecognizeOptions) {
    const first = await recognize(one, options);
    const second = await recognize(other, options);
    const offset = one.samples.length / SAMPLE_RATE;
    const later = second.words.map(({ text, start, end }) => ({ text, start: start + offset, end: end + offset }));
    return {
      text: [first.text, second.text].filter((text) => text !== '').join(' '),
      words: [...first.words, ...later],
    };
  }

  /** Decodes again without an empty result: there is a voice, and the model was not sure that nothing was said. */
  async function retry(utterance: Utterance, silent: Hypothesis, options: RecognizeOptions): Promise<Written> {
    if (!mayHaveSpeech(silent, utterance)) return NOTHING;
    const again = await transcribe(utterance, { ...options, bias: withoutEmpty(options.bias) });
    const recognized = read(again, utterance, options);
    const isKept = again.ended && again.confidence >= MIN_CONFIDENCE_OF_RETRY && !isHallucination(recognized.text);
    return isKept ? recognized : NOTHING;
  }

  function transcribe({ samples }: Utterance, { wantWords, ...options }: RecognizeOptions): Promise<Hypothesis> {
    return moonshine.transcribe(samples, { ...options, wantAttention: wantWords === true });
  }

  function read(hypothesis: Hypothesis, { samples }: Utterance, { wantWords }: RecognizeOptions): Written {
    const written = readWords(hypothesis);
    const text = written.map((word) => word.text).join(' ');
    const canTime = wantWords === true && hypothesis.attention.length > 0;
    return { text, words: canTime ? timeWords(written, hypothesis, moonshine.heads, samples) : [] };
  }

  return { recognize };
}

/** Whether there is a voice, although the model returned an empty result: it was not sure that nothing was said. */
export function mayHaveSpeech(silent: Pick<Hypothesis, 'confidence'>, utterance: Pick<Utterance, 'speech'>): boolean {
  return speechLikelihood(utterance) >= SURE_OF_SPEECH && silent.confidence <= SURE_OF_SILENCE;
}

/** A bias with which a result is not empty. */
export function withoutEmpty(bias: ScoreBias | undefined): ScoreBias {
  return (logits, tokens) => {
    bias?.(logits, tokens);
    if (tokens.length === 0) logits[END] = Number.NEGATIVE_INFINITY;
  };
}

/** Whether the model's confidence is high enough. */
export function isConfident({ confidence }: Hypothesis, utterance: Pick<Utterance, 'speech'>): boolean {
  return confidence >= (speechLikelihood(utterance) < IN_DOUBT ? MIN_CONFIDENCE_IN_DOUBT : MIN_CONFIDENCE);
}

/** The words of a text, without music notes and without a loop at the end. Empty if no word has a letter or a digit. */
export function readWords({ tokens, ended }: Pick<Hypothesis, 'tokens' | 'ended'>): TokenWord[] {
  const words = splitWords(tokens)
    .map(({ text, ...place }) => ({ ...place, text: text.replace(/[♪♫\s]+/gu, ' ').trim() }))
    .filter(({ text }) => text !== '');
  const texts = words.map(({ text }) => text);
  const kept = words.slice(0, countUntilLoop(texts, ended ? LOOPS.ended : LOOPS.endless));
  return kept.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) ? kept : [];
}

function wordCount({ text }: Written): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** Splits an utterance at the best place of its middle third; undefined for a short one. */
function halve({ samples, speech, region, startFrame }: Utterance): readonly [Utterance, Utterance] | undefined {
  if (samples.length < SPLIT_SECONDS * SAMPLE_RATE) return undefined;
  const third = Math.floor(speech.length / 3);
  const cut = chooseCut(speech, frameLevels(samples), third, 2 * third);
  return [
    { samples: samples.subarray(0, cut * FRAME_SAMPLES), speech: speech.subarray(0, cut), region, startFrame },
    {
      samples: samples.subarray(cut * FRAME_SAMPLES),
      speech: speech.subarray(cut),
      region,
      startFrame: startFrame + cut,
    },
  ];
}

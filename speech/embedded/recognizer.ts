import { SAMPLE_RATE } from '../decode/audio.ts';
import { isHallucination } from '../hallucinations.ts';
import { countUntilLoop } from '../repetition.ts';
import type { Word } from '../types.ts';
import { chooseCut, frameLevels } from '../voice/cut.ts';
import { FRAME_SAMPLES } from '../voice/frame.ts';
import { speechLikelihood, spokenSeconds, type Utterance } from '../voice/utterances.ts';
import { type DecodeOptions, END, type Hypothesis, type Moonshine } from './moonshine.ts';
import { splitWords, type TokenWord } from './tokenizer.ts';
import { timeWords } from './word-times.ts';

/** What was said in an utterance. */
export interface Recognized {
  /** Empty when nothing was said. */
  readonly text: string;
  /** Times count from the first sample of the utterance; empty unless they were asked for and can be told. */
  readonly words: readonly Word[];
  /** Mean entropy of the model's choices when it wrote the whole utterance; see {@link Hypothesis}. */
  readonly entropy: number;
}

export interface RecognizeOptions extends Pick<DecodeOptions, 'signal' | 'bias' | 'pause'> {
  readonly wantWords?: boolean;
}

type Written = Omit<Recognized, 'entropy'>;

/** Turns utterances into text and drops what the model made up. */
export interface Recognizer {
  /** @throws the signal's reason */
  recognize(utterance: Utterance, options: RecognizeOptions): Promise<Recognized>;
}

/** Voice activity above which a model that wrote nothing is asked again. */
const SURE_OF_SPEECH = 0.75;
/** On noise the model ends at once and is sure of it: this is how sure, as log-probability. */
const SURE_OF_SILENCE = -0.05;
/** Minimum confidence of what the model writes when it is asked again. */
const MIN_CONFIDENCE_OF_RETRY = -0.6;
/** Minimum mean log-probability of a text that is kept; real speech stays above -0.9 also in noise. */
const MIN_CONFIDENCE = -1.3;
/** The same where voice activity is in doubt. */
const MIN_CONFIDENCE_IN_DOUBT = -0.8;
const IN_DOUBT = 0.6;
/** Repetitions that are a loop: when the model never came to an end, and when it did. */
const LOOPS = { endless: 3, ended: 10 } as const;
/** With fewer words for the seconds of speech the model left out a sentence; slow speakers say two. */
const MIN_WORDS_PER_SECOND = 1.3;
/** A longer utterance in which the model lost its way is transcribed again in two halves. */
const SPLIT_SECONDS = 4;
const NOTHING = { text: '', words: [] } as const;

/** Asks the model, and judges what it writes by how sure it was and by voice activity. */
export function createRecognizer(moonshine: Moonshine): Recognizer {
  async function recognize(utterance: Utterance, options: RecognizeOptions): Promise<Recognized> {
    const hypothesis = await transcribe(utterance, options);
    return { ...(await judge(hypothesis, utterance, options)), entropy: hypothesis.entropy };
  }

  async function judge(hypothesis: Hypothesis, utterance: Utterance, options: RecognizeOptions): Promise<Written> {
    if (hypothesis.tokens.length === 0) return retry(utterance, hypothesis, options);
    const recognized = isConfident(hypothesis, utterance) ? read(hypothesis, utterance, options) : NOTHING;
    const lostItsWay = !hypothesis.ended || wordCount(recognized) < MIN_WORDS_PER_SECOND * spokenSeconds(utterance);
    const halves = lostItsWay ? halve(utterance) : undefined;
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

  /** There is a voice, and the model wrote nothing without being sure: its best text that is not empty may be true. */
  async function retry(utterance: Utterance, silent: Hypothesis, options: RecognizeOptions): Promise<Written> {
    if (speechLikelihood(utterance) < SURE_OF_SPEECH || silent.confidence > SURE_OF_SILENCE) return NOTHING;
    const bias: RecognizeOptions['bias'] = (logits, tokens) => {
      options.bias?.(logits, tokens);
      if (tokens.length === 0) logits[END] = Number.NEGATIVE_INFINITY;
    };
    const again = await transcribe(utterance, { ...options, bias });
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

/** Whether the model was sure enough of what it wrote. */
export function isConfident({ confidence }: Hypothesis, utterance: Pick<Utterance, 'speech'>): boolean {
  return confidence >= (speechLikelihood(utterance) < IN_DOUBT ? MIN_CONFIDENCE_IN_DOUBT : MIN_CONFIDENCE);
}

/**
 * The words that the model wrote, without notes, which it writes for music, and without a loop at the end. Empty when
 * none of them has a letter or a digit.
 */
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

/** Two utterances, cut at the best place of the middle third; undefined for one that is short. */
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

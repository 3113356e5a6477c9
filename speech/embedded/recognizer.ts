import { SAMPLE_RATE } from '../decode/audio.ts';
import { isPhantom } from '../phantoms.ts';
import { FRAME_SAMPLES } from '../voice/activity.ts';
import { chooseCut, frameLevels } from '../voice/cut.ts';
import type { Utterance } from '../voice/utterances.ts';
import { END, type Hypothesis, type Moonshine, type ScoreBias } from './moonshine.ts';
import { collapseRepetition } from './repetition.ts';
import { decodeTokens } from './tokenizer.ts';

/** Turns utterances into text and drops what the model made up. */
export interface Recognizer {
  /**
   * @returns an empty text when nothing was said
   * @throws the signal's reason
   */
  recognize(utterance: Utterance, signal: AbortSignal, bias?: ScoreBias): Promise<string>;
  close(): Promise<void>;
}

/** Voice activity above which a silent model is asked again. */
const SURE_OF_SPEECH = 0.75;
/** On noise the model ends at once and is sure of it: this is how sure, as log-probability. */
const SURE_OF_SILENCE = -0.05;
/** Least confidence of what it says when asked again. */
const SECOND_THOUGHT = -0.6;
/** Least mean log-probability of a text that is kept; real speech stays above -0.9 also in noise. */
const LEAST_CONFIDENCE = -1.3;
/** The same where voice activity is in doubt. */
const LEAST_CONFIDENCE_IN_DOUBT = -0.8;
const IN_DOUBT = 0.6;
/** Repetitions that are a loop: when the model never came to an end, and when it did. */
const LOOPS = { endless: 3, ended: 10 } as const;
/** A loop in a longer utterance is heard again in two halves. */
const SPLIT_SECONDS = 4;

export function createRecognizer(moonshine: Moonshine): Recognizer {
  async function recognize(utterance: Utterance, signal: AbortSignal, bias?: ScoreBias): Promise<string> {
    const heard = await moonshine.transcribe(utterance.samples, signal, bias);
    if (heard.tokens.length === 0) return askAgain(utterance, heard, signal, bias);
    if (!heard.ended) {
      const halves = halve(utterance);
      if (halves !== undefined) {
        const texts = [await recognize(halves[0], signal, bias), await recognize(halves[1], signal, bias)];
        return texts.filter((text) => text !== '').join(' ');
      }
    }
    const { likelihood } = utterance;
    const least = likelihood < IN_DOUBT ? LEAST_CONFIDENCE_IN_DOUBT : LEAST_CONFIDENCE;
    return heard.confidence < least ? '' : textOf(heard);
  }

  /** A voice was heard and the model said nothing, without being sure: the best text that is not empty may be the truth. */
  async function askAgain(
    utterance: Utterance,
    heard: Hypothesis,
    signal: AbortSignal,
    bias?: ScoreBias,
  ): Promise<string> {
    if (utterance.likelihood < SURE_OF_SPEECH || heard.confidence > SURE_OF_SILENCE) return '';
    const again = await moonshine.transcribe(utterance.samples, signal, (logits, tokens) => {
      bias?.(logits, tokens);
      if (tokens.length === 0) logits[END] = Number.NEGATIVE_INFINITY;
    });
    const text = textOf(again);
    return again.ended && again.confidence >= SECOND_THOUGHT && !isPhantom(text) ? text : '';
  }

  return { recognize, close: () => moonshine.close() };
}

/** Notes are what the model writes for music; a text without a letter or a digit says nothing. */
function textOf(heard: Hypothesis): string {
  const text = decodeTokens(heard.tokens).replace(/[♪♫]+/gu, ' ').replace(/\s+/g, ' ').trim();
  const said = collapseRepetition(text, heard.ended ? LOOPS.ended : LOOPS.endless);
  return /[\p{L}\p{N}]/u.test(said) ? said : '';
}

/** Two utterances, cut at the quietest place of the middle third; undefined for one that is short. */
function halve({ samples, likelihood, region }: Utterance): readonly [Utterance, Utterance] | undefined {
  if (samples.length < SPLIT_SECONDS * SAMPLE_RATE) return undefined;
  const levels = frameLevels(samples);
  const third = Math.floor(levels.length / 3);
  const cut = chooseCut(new Float32Array(levels.length).fill(1), levels, third, 2 * third) * FRAME_SAMPLES;
  return [
    { samples: samples.subarray(0, cut), likelihood, region },
    { samples: samples.subarray(cut), likelihood, region },
  ];
}

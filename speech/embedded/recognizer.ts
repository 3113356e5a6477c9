import { SAMPLE_RATE } from '../decode/audio.ts';
import { isPhantom } from '../phantoms.ts';
import { collapseRepetition } from '../repetition.ts';
import { FRAME_SAMPLES } from '../voice/activity.ts';
import { chooseCut, frameLevels } from '../voice/cut.ts';
import { speechLikelihood, spokenSeconds, type Utterance } from '../voice/utterances.ts';
import { END, type Hypothesis, type Moonshine, type ScoreBias } from './moonshine.ts';
import { decodeTokens } from './tokenizer.ts';

/** Turns utterances into text and drops what the model made up. */
export interface Recognizer {
  /**
   * @returns an empty text when nothing was said
   * @throws the signal's reason
   */
  recognize(utterance: Utterance, signal: AbortSignal, bias?: ScoreBias): Promise<string>;
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
/** Fewer words for the seconds that were spoken, and the model left out a sentence; slow speakers say two. */
const LEAST_WORDS_A_SECOND = 1.3;
/** A longer utterance in which the model lost its way is heard again in two halves. */
const SPLIT_SECONDS = 4;

/** Asks the model, and judges what it says by how sure it was and by what was heard of a voice. */
export function createRecognizer(moonshine: Moonshine): Recognizer {
  async function recognize(utterance: Utterance, signal: AbortSignal, bias?: ScoreBias): Promise<string> {
    const heard = await moonshine.transcribe(utterance.samples, signal, bias);
    if (heard.tokens.length === 0) return askAgain(utterance, heard, signal, bias);
    const least = speechLikelihood(utterance) < IN_DOUBT ? LEAST_CONFIDENCE_IN_DOUBT : LEAST_CONFIDENCE;
    const text = heard.confidence < least ? '' : textOf(heard);
    const lostItsWay = !heard.ended || wordCount(text) < LEAST_WORDS_A_SECOND * spokenSeconds(utterance);
    const halves = lostItsWay ? halve(utterance) : undefined;
    if (halves === undefined) return text;
    const inHalves = await recognizeAll(halves, signal, bias);
    return !heard.ended || wordCount(inHalves) > wordCount(text) ? inHalves : text;
  }

  async function recognizeAll(parts: readonly Utterance[], signal: AbortSignal, bias?: ScoreBias): Promise<string> {
    const texts: string[] = [];
    for (const part of parts) texts.push(await recognize(part, signal, bias));
    return texts.filter((text) => text !== '').join(' ');
  }

  /** A voice was heard and the model said nothing, without being sure: its best text that is not empty may be true. */
  async function askAgain(
    utterance: Utterance,
    heard: Hypothesis,
    signal: AbortSignal,
    bias?: ScoreBias,
  ): Promise<string> {
    if (speechLikelihood(utterance) < SURE_OF_SPEECH || heard.confidence > SURE_OF_SILENCE) return '';
    const again = await moonshine.transcribe(utterance.samples, signal, (logits, tokens) => {
      bias?.(logits, tokens);
      if (tokens.length === 0) logits[END] = Number.NEGATIVE_INFINITY;
    });
    const text = textOf(again);
    return again.ended && again.confidence >= SECOND_THOUGHT && !isPhantom(text) ? text : '';
  }

  return { recognize };
}

/** Notes are what the model writes for music; a text without a letter or a digit says nothing. */
function textOf(heard: Hypothesis): string {
  const text = decodeTokens(heard.tokens).replace(/[♪♫]+/gu, ' ').replace(/\s+/g, ' ').trim();
  const said = collapseRepetition(text, heard.ended ? LOOPS.ended : LOOPS.endless);
  return /[\p{L}\p{N}]/u.test(said) ? said : '';
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** Two utterances, cut at the best place of the middle third; undefined for one that is short. */
function halve({ samples, speech, region }: Utterance): readonly Utterance[] | undefined {
  if (samples.length < SPLIT_SECONDS * SAMPLE_RATE) return undefined;
  const third = Math.floor(speech.length / 3);
  const cut = chooseCut(speech, frameLevels(samples), third, 2 * third);
  return [
    { samples: samples.subarray(0, cut * FRAME_SAMPLES), speech: speech.subarray(0, cut), region },
    { samples: samples.subarray(cut * FRAME_SAMPLES), speech: speech.subarray(cut), region },
  ];
}

import { SAMPLE_RATE } from '../decode/audio.ts';

/** Samples per probability of speech: 32 ms. */
export const FRAME_SAMPLES = 512;

export const FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE;

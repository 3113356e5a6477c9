import { SAMPLE_RATE } from '../decode/audio.ts';

/** Samples that one probability of speech stands for: 32 ms. */
export const FRAME_SAMPLES = 512;

export const FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE;

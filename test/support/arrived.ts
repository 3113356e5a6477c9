import { type ArrivingAudio, createArrivingAudio } from '../../speech/arriving.ts';

/** A recording that has arrived. */
export function arrived(bytes: Uint8Array): ArrivingAudio {
  const audio = createArrivingAudio();
  audio.append(bytes);
  audio.complete();
  return audio;
}

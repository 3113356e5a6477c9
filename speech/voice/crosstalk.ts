import type { ChannelSurvey } from '../decode/channels.ts';
import { FRAME_SAMPLES, FRAME_SECONDS } from './frame.ts';
import type { VoiceWindow } from './split.ts';

/** How far around a frame the channels are compared, because syllables have gaps. */
const NEAR_SECONDS = 0.15;

/**
 * Mutes speech that a channel picked up from another channel's voice, so that words are attributed to the right
 * speaker.
 * @param startSeconds the start of the window in the recording
 */
export function suppressCrosstalk(
  voice: VoiceWindow,
  channel: number,
  startSeconds: number,
  channels: ChannelSurvey,
): VoiceWindow {
  const samples = voice.samples.slice();
  const speech = voice.speech.slice();
  for (let frame = 0; frame < speech.length; frame++) {
    const at = startSeconds + frame * FRAME_SECONDS;
    if (!channels.isCrosstalk(channel, at - NEAR_SECONDS, at + FRAME_SECONDS + NEAR_SECONDS)) continue;
    speech[frame] = 0;
    samples.fill(0, frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES);
  }
  return { samples, speech, levels: voice.levels };
}

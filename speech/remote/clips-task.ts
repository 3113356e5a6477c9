import { SAMPLE_RATE } from '../decode/audio.ts';
import type { Handlers, PlacedWindow, Task } from '../pipeline.ts';
import type { ClipPlace, JobOptions } from '../process/messages.ts';
import { FRAME_SAMPLES } from '../voice/frame.ts';
import { findUtterances, type VoiceWindow } from '../voice/split.ts';

/** Ten minutes of 16-bit samples are 19 MB, below the common limit of 25 MB. */
const WINDOWS = { minSeconds: 120, maxSeconds: 600 } as const;
/** The silence that is kept around speech. */
const MARGIN_SAMPLES = 0.5 * SAMPLE_RATE;

/** Finds the clips with speech for a remote engine. Silence is never sent. */
export const clipsTask: Task = {
  windows: WINDOWS,
  begin:
    (_options: JobOptions, handlers: Handlers) =>
    async (window: PlacedWindow): Promise<number> => {
      const clips = window.voices.flatMap(({ voice, speaker }) => {
        const spoken = spokenPart(voice);
        if (spoken === undefined) return [];
        const start = window.start + spoken.from / SAMPLE_RATE;
        return [{ samples: voice.samples.subarray(spoken.from, spoken.to), start, speaker }];
      });
      const places = clips.map(
        ({ samples, start, speaker }): ClipPlace => ({ start, speaker, sampleCount: samples.length }),
      );
      const { start, end } = window;
      await handlers.onClips({ start, end, clips: places }, toInt16(clips.map((clip) => clip.samples)));
      return 0;
    },
};

function spokenPart(voice: VoiceWindow): { from: number; to: number } | undefined {
  const utterances = findUtterances(voice);
  const first = utterances[0];
  const last = utterances.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    from: Math.max(0, first.region.start * FRAME_SAMPLES - MARGIN_SAMPLES),
    to: Math.min(voice.samples.length, last.region.end * FRAME_SAMPLES + MARGIN_SAMPLES),
  };
}

function toInt16(parts: readonly Float32Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) {
      whole[at++] = Math.round(Math.max(-1, Math.min(1, part[index] as number)) * 32_767);
    }
  }
  return whole;
}

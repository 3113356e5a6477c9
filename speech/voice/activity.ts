import { Tensor } from 'onnxruntime-node';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { openSession } from '../inference.ts';
import { readBundledModel } from '../prepared/models.ts';
import { FRAME_SAMPLES } from './frame.ts';

const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];
const RATE = new Tensor('int64', [BigInt(SAMPLE_RATE)], []);

/** Detects speech in one voice, from its start. */
export interface SpeechDetector {
  /**
   * The probability of speech in each frame, from 0 to 1.
   * @param samples mono 16 kHz; complete frames, except in the last call
   */
  detect(samples: Float32Array): Promise<Float32Array>;
}

/** Makes a detector for each voice. */
export interface Detectors {
  createDetector(): SpeechDetector;
}

/** Detects speech. */
export interface VoiceActivity extends Detectors {
  /** Resolves when the calls of `detect` that run now have ended. Later calls are not awaited. */
  settled(): Promise<void>;
}

/**
 * Loads Silero VAD v6 (MIT), a small recurrent network that distinguishes speech from noise and music.
 * @param prepared the path of its prepared form
 */
export async function loadVoiceActivity(prepared?: string): Promise<VoiceActivity> {
  const session = await openSession(prepared ?? (await readBundledModel('activity')), 1);
  const running = new Set<Promise<unknown>>();

  function createDetector(): SpeechDetector {
    let state: Tensor = new Tensor('float32', new Float32Array(2 * 128), STATE_SHAPE);
    const window = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES);

    async function detectFrames(samples: Float32Array): Promise<Float32Array> {
      const probabilities = new Float32Array(Math.ceil(samples.length / FRAME_SAMPLES));
      for (let frame = 0; frame < probabilities.length; frame++) {
        // The network also reads the end of the previous frame.
        window.copyWithin(0, FRAME_SAMPLES);
        const added = samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES);
        window.fill(0, CONTEXT_SAMPLES).set(added, CONTEXT_SAMPLES);
        const input = new Tensor('float32', window, [1, window.length]);
        const outputs = await session.run({ input, state, sr: RATE });
        const [output, next] = [outputs['output'], outputs['stateN']];
        if (!(output instanceof Tensor) || !(next instanceof Tensor)) throw new TypeError('Cannot read the VAD model');
        probabilities[frame] = Number(output.data[0]);
        state = next;
      }
      return probabilities;
    }

    async function detect(samples: Float32Array): Promise<Float32Array> {
      const work = detectFrames(samples);
      running.add(work);
      return work.finally(() => running.delete(work));
    }

    return { detect };
  }

  return { createDetector, settled: async () => void (await Promise.allSettled(running)) };
}

import { fileURLToPath } from 'node:url';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { createLiveDecoder, type LiveDecoder } from '../embedded/live-session.ts';
import { loadMoonshine } from '../embedded/moonshine.ts';
import { createRecognizer } from '../embedded/recognizer.ts';
import { createScheduler } from '../embedded/scheduler.ts';
import { createTranscribeTask } from '../embedded/transcribe-task.ts';
import type { Task } from '../pipeline.ts';
import { clipsTask } from '../remote/clips-task.ts';
import { type LiveOptions, SpeechError } from '../types.ts';
import { loadVoiceActivity, type VoiceActivity } from '../voice/activity.ts';
import type { ProcessSettings } from './messages.ts';

/** The models of a speech process. */
export interface Models {
  readonly activity: VoiceActivity;
  /** What is done with each window of a recording. */
  readonly task: Task;
  /** @throws {SpeechError} `engine_failed` if the process has no speech model */
  openLive(options: LiveOptions): LiveDecoder;
}

/** Loads the models of a speech process, and runs each once so that the first job is not slow. */
export async function loadModels({ transcribes, threads, modelDir }: ProcessSettings): Promise<Models> {
  const activity = await loadVoiceActivity();
  const second = new Float32Array(SAMPLE_RATE);
  await activity.createDetector().detect(second);
  if (!transcribes) return { activity, task: clipsTask, openLive: refuseLive };
  // The model's files are next to the package's entry.
  const packaged = new URL('model/tiny/quantized', import.meta.resolve('@moonshine-ai/moonshine-js'));
  const moonshine = await loadMoonshine(modelDir ?? fileURLToPath(packaged), threads);
  await moonshine.transcribe(second, { signal: new AbortController().signal });
  const scheduler = createScheduler();
  return {
    activity,
    task: createTranscribeTask(createRecognizer(moonshine), scheduler),
    openLive: (options) => createLiveDecoder(moonshine, activity, scheduler, options),
  };
}

function refuseLive(): never {
  throw new SpeechError('engine_failed');
}

import { fileURLToPath } from 'node:url';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { createLiveDecoder, type LiveDecoder } from '../embedded/live-session.ts';
import { loadMoonshine } from '../embedded/moonshine.ts';
import { createRecognizer } from '../embedded/recognizer.ts';
import { createTranscribeTask } from '../embedded/transcribe-task.ts';
import { createTurns } from '../embedded/turns.ts';
import { type Handlers, type OpenedRecording, runJob } from '../pipeline.ts';
import { clipsTask } from '../remote/clips-task.ts';
import { type LiveOptions, SpeechError } from '../types.ts';
import { loadVoiceActivity, type VoiceActivity } from '../voice/activity.ts';
import type { JobOptions, JobResult, ProcessSettings } from './messages.ts';

/** The work of a speech process. */
export interface Runner {
  /** Runs a job. Jobs may run concurrently. */
  transcribe(recording: OpenedRecording, options: JobOptions, handlers: Handlers): Promise<JobResult>;
  /** @throws {SpeechError} `engine_failed` if the process has no speech model */
  openLive(options: LiveOptions): LiveDecoder;
}

/** Loads the models of a speech process, and runs each once so that the first job is not slow. */
export async function loadRunner(settings: ProcessSettings): Promise<Runner> {
  const activity = await loadVoiceActivity();
  const second = new Float32Array(SAMPLE_RATE);
  await activity.createDetector().detect(second);
  if (settings.transcribes) return loadModelRunner(settings, activity, second);
  return {
    transcribe: (recording, options, handlers) => runJob(recording, options, handlers, clipsTask, activity),
    openLive: () => {
      throw new SpeechError('engine_failed');
    },
  };
}

async function loadModelRunner(
  { threads, modelDir }: ProcessSettings,
  activity: VoiceActivity,
  warmUp: Float32Array,
): Promise<Runner> {
  // The model's files are next to the package's entry.
  const packaged = new URL('model/tiny/quantized', import.meta.resolve('@moonshine-ai/moonshine-js'));
  const moonshine = await loadMoonshine(modelDir ?? fileURLToPath(packaged), threads);
  await moonshine.transcribe(warmUp, { signal: new AbortController().signal });
  const turns = createTurns();
  const task = createTranscribeTask(createRecognizer(moonshine), turns);
  return {
    transcribe: (recording, options, handlers) => runJob(recording, options, handlers, task, activity),
    openLive: (options) => createLiveDecoder(moonshine, activity, turns, options),
  };
}

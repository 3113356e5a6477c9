import { SAMPLE_RATE } from '../decode/audio.ts';
import { createLiveDecoder, type LiveDecoder } from '../embedded/live-session.ts';
import { loadMoonshine } from '../embedded/moonshine.ts';
import { createRecognizer } from '../embedded/recognizer.ts';
import { createScheduler } from '../embedded/scheduler.ts';
import { ModelError } from '../embedded/shape.ts';
import { createTranscribeTask } from '../embedded/transcribe-task.ts';
import type { Task } from '../pipeline.ts';
import { findPreparedModels, type PreparedModels } from '../prepared/find.ts';
import { BUNDLED_MOONSHINE } from '../prepared/models.ts';
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

/**
 * Loads the models of a speech process, and runs each once so that the first job is not slow. Prepared forms of the
 * bundled models are loaded where there are any. If that fails, the bundled ones are.
 */
export async function loadModels(settings: ProcessSettings): Promise<Models> {
  const { preparedCache: cache } = settings;
  const prepared = cache === undefined ? undefined : await findPreparedModels(cache);
  if (prepared === undefined) return load(settings);
  return load(settings, prepared).catch((error: unknown) => {
    if (error instanceof ModelError) throw error;
    return load(settings);
  });
}

async function load({ transcribes, threads, modelDir }: ProcessSettings, prepared?: PreparedModels): Promise<Models> {
  const activity = await loadVoiceActivity(prepared?.activity);
  const second = new Float32Array(SAMPLE_RATE);
  await activity.createDetector().detect(second);
  if (!transcribes) return { activity, task: clipsTask, openLive: refuseLive };
  const moonshine =
    modelDir === undefined
      ? await loadMoonshine(BUNDLED_MOONSHINE, threads, prepared)
      : await loadMoonshine(modelDir, threads);
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

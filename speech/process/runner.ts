import { fileURLToPath } from 'node:url';
import { SAMPLE_RATE } from '../decode/audio.ts';
import { loadMoonshine } from '../embedded/moonshine.ts';
import { createRecognizer } from '../embedded/recognizer.ts';
import { createTranscribeTask } from '../embedded/transcribe-task.ts';
import { type Handlers, runJob, type Task } from '../pipeline.ts';
import { listenTask } from '../remote/listen-task.ts';
import { loadVoiceActivity } from '../voice/activity.ts';
import type { JobOptions, JobResult, ProcessSettings } from './messages.ts';

/** Does one job; jobs may run side by side. */
export type Runner = (
  audio: { readonly bytes: Uint8Array } | { readonly path: string },
  options: JobOptions,
  handlers: Handlers,
) => Promise<JobResult>;

/** Loads the models that a speech process needs, and lets each work once so that the first job is not slow. */
export async function loadRunner(settings: ProcessSettings): Promise<Runner> {
  const activity = await loadVoiceActivity();
  const second = new Float32Array(SAMPLE_RATE);
  await activity.createListener().listen(second);
  const task = settings.transcribes ? await loadTranscribeTask(settings.threads, second) : listenTask;
  return (audio, options, handlers) => runJob(audio, options, handlers, task, activity);
}

async function loadTranscribeTask(threads: number, warmUp: Float32Array): Promise<Task> {
  // The model's files lie beside the package's entry.
  const folder = new URL('model/tiny/quantized', import.meta.resolve('@moonshine-ai/moonshine-js'));
  const moonshine = await loadMoonshine(fileURLToPath(folder), threads);
  await moonshine.transcribe(warmUp, new AbortController().signal);
  return createTranscribeTask(createRecognizer(moonshine));
}

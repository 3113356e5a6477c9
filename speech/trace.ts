import type { Tracing } from '../platform/tracing/tracing.ts';
import type { SpeechEngine } from './types.ts';

/** Wraps the engine so that each transcription has a span, with its times and without its content. */
export function traceSpeech(engine: SpeechEngine, tracing: Tracing | undefined): SpeechEngine {
  if (!tracing) return engine;
  return {
    ...engine,
    transcribe: (request) =>
      tracing.within('speech transcribe', {}, async (span) => {
        const transcript = await engine.transcribe(request);
        const { engine: name, durationSeconds, decodeMs, inferenceMs } = transcript;
        span.set({
          'sotto.engine': name,
          'sotto.audio_seconds': durationSeconds,
          'sotto.decode_ms': Math.round(decodeMs),
          'sotto.inference_ms': Math.round(inferenceMs),
        });
        return transcript;
      }),
  };
}

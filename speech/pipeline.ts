import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { OfflineAudioContext } from 'node-web-audio-api';
import { loadMoonshine } from './embedded/moonshine.ts';
import { decodeTokens } from './embedded/tokenizer.ts';
import type { ClipsOfPiece, JobOptions, JobResult, ProcessSettings } from './process/messages.ts';
import { type Piece, SpeechError } from './types.ts';

export interface Pipeline {
  run(
    source: { readonly bytes: Uint8Array } | { readonly path: string },
    options: JobOptions,
    handlers: {
      readonly signal: AbortSignal;
      readonly onPiece: (piece: Piece) => Promise<void>;
      readonly onClips: (piece: ClipsOfPiece, samples: Uint8Array) => Promise<void>;
    },
  ): Promise<JobResult>;
}

export async function createPipeline(settings: ProcessSettings): Promise<Pipeline> {
  const folder = fileURLToPath(new URL('model/tiny/quantized', import.meta.resolve('@moonshine-ai/moonshine-js')));
  const moonshine = await loadMoonshine(folder, settings.threads);
  await moonshine.transcribe(new Float32Array(16_000), AbortSignal.timeout(60_000));
  return {
    async run(source, options, { signal, onPiece }) {
      const started = performance.now();
      const bytes = 'bytes' in source ? source.bytes : await readFile(source.path);
      if (bytes.length === 0) throw new SpeechError('audio_empty');
      const context = new OfflineAudioContext(1, 1, 16_000);
      const audio = await context.decodeAudioData(Uint8Array.from(bytes).buffer).catch(() => {
        throw new SpeechError('audio_undecodable');
      });
      if (audio.duration > options.maxSeconds) throw new SpeechError('audio_too_long');
      const decoded = performance.now();
      const { tokens } = await moonshine.transcribe(audio.getChannelData(0), signal);
      const text = decodeTokens(tokens);
      const end = audio.duration;
      await onPiece({ start: 0, end, segments: text === '' ? [] : [{ speaker: null, start: 0, end, text }] });
      return {
        durationSeconds: end,
        diarized: false,
        decodeMs: decoded - started,
        inferenceMs: performance.now() - decoded,
      };
    },
  };
}

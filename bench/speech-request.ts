import type { SpeechEngine, TranscribeRequest, Transcript } from '../speech/types.ts';

/** A request for text only, without a limit on the length. */
export function requestFor(
  audio: TranscribeRequest['audio'],
  given: Partial<TranscribeRequest> = {},
): TranscribeRequest {
  return {
    audio,
    language: undefined,
    vocabulary: [],
    maxSeconds: 1e6,
    separateChannels: false,
    signal: new AbortController().signal,
    ...given,
  };
}

export function transcribeFile(
  engine: SpeechEngine,
  path: string,
  given: Partial<TranscribeRequest> = {},
): Promise<Transcript> {
  return engine.transcribe(requestFor({ path }, given));
}

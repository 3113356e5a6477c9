import type { Finalized } from './finalize.ts';
import type { LiveFigures } from './types.ts';

/** Counts the totals of a session: sizes, times and names. */
export interface UsageCounts {
  received(bytes: number, audioSeconds: number): void;
  finished(utterance: Finalized): void;
  figures(): LiveFigures;
}

export function createUsageCounts(): UsageCounts {
  let figures: LiveFigures = {
    ...{ audioSeconds: 0, audioBytes: 0, utterances: 0, resultBytes: 0, inferenceMs: 0, formatMs: 0 },
    ...{ engine: null, language: null },
  };
  return {
    received: (bytes, audioSeconds) => {
      figures = { ...figures, audioSeconds, audioBytes: figures.audioBytes + bytes };
    },
    finished: ({ text, engine, language, inferenceMs, formatMs }) => {
      figures = {
        ...figures,
        ...{ engine, language },
        utterances: figures.utterances + 1,
        resultBytes: figures.resultBytes + Buffer.byteLength(text),
        inferenceMs: figures.inferenceMs + inferenceMs,
        formatMs: figures.formatMs + formatMs,
      };
    },
    figures: () => figures,
  };
}

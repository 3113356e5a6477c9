import type { JobResult } from './process/messages.ts';
import type { Piece, Transcript } from './types.ts';

/** Joins the pieces of a recording into its transcript. Speakers are named only if there are at least two. */
export function joinPieces(
  pieces: readonly Piece[],
  result: JobResult,
): Omit<Transcript, 'language' | 'engine' | 'inferenceMs'> {
  const all = pieces.flatMap((piece) => piece.segments);
  const diarized = new Set(all.map((segment) => segment.speaker).filter((speaker) => speaker !== null)).size > 1;
  const segments = diarized ? all : all.map((segment) => ({ ...segment, speaker: null }));
  return {
    text: segments.map((segment) => segment.text).join(' '),
    segments,
    diarized,
    durationSeconds: result.durationSeconds,
    peaks: result.peaks,
    decodeMs: result.decodeMs,
  };
}

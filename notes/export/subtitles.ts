import { cuesOf } from '../../speech/subtitles/cues.ts';
import { writeSrt, writeVtt } from '../../speech/subtitles/write.ts';
import type { StoredNote } from '../store/codec.ts';
import { speakerName, timedSegments } from './turns.ts';

/** A note's words as subtitles. Null if the note has no times. */
export function toSubtitles(note: StoredNote, format: 'srt' | 'vtt'): string | null {
  const segments = timedSegments(note);
  if (segments.length === 0) return null;
  const cues = cuesOf(segments).map((cue) => ({
    ...cue,
    speaker: speakerName(cue.speaker ?? null, note.speakerNames),
  }));
  return format === 'srt' ? writeSrt(cues) : writeVtt(cues);
}

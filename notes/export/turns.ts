import type { Segment } from '../../speech/types.ts';
import type { StoredNote } from '../store/codec.ts';

/** The words of one speaker without a long pause. `speaker` is a name, or null if speakers are not distinguished. */
export interface Turn {
  readonly speaker: string | null;
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly text: string;
}

/** A pause of this length starts a new turn. */
const PAUSE_SECONDS = 2;
/** A turn that is longer ends with its segment, so that a reader finds a time on every page. */
const MAX_TURN_SECONDS = 60;

type Spoken = Pick<StoredNote, 'segments' | 'speakerNames'>;

/** The segments of a note that have times. Segments that a user wrote may have none. */
export function timedSegments({ segments }: Pick<StoredNote, 'segments'>): readonly Segment[] {
  return (segments ?? []).filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end));
}

/** A speaker's name: the user's name for it, `Speaker 1` for `speaker_0`, or the label. */
export function speakerName(label: string | null, names: StoredNote['speakerNames']): string | null {
  if (label === null) return null;
  const number = /^speaker_(\d+)$/.exec(label)?.[1];
  if (names && Object.hasOwn(names, label)) return names[label] ?? label;
  return number === undefined ? label : `Speaker ${Number(number) + 1}`;
}

/** The turns of a note. Empty unless every segment has times. */
export function turnsOf(note: Spoken): Turn[] {
  const segments = timedSegments(note);
  if (segments.length !== note.segments?.length) return [];
  const turns: (Turn & { end: number; texts: string[] })[] = [];
  for (const { speaker: label, start, end, text } of segments) {
    const speaker = speakerName(label, note.speakerNames);
    const last = turns.at(-1);
    const goesOn =
      last?.speaker === speaker && start - last.end < PAUSE_SECONDS && end - last.start <= MAX_TURN_SECONDS;
    if (last && goesOn) {
      last.texts.push(text.trim());
      last.end = end;
    } else {
      turns.push({ speaker, start, end, text: '', texts: [text.trim()] });
    }
  }
  return turns.map(({ speaker, start, texts }) => ({ speaker, start, text: texts.join(' ') }));
}

/** A time in a recording, such as `0:04` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

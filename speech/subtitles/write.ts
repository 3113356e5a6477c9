/** A subtitle. `start` and `end` are seconds from the start of the recording. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** May contain line breaks. A cue without words is omitted. */
  readonly text: string;
  /** The speaker's label or name. */
  readonly speaker?: string | null;
}

/** A cue must end after it starts (WebVTT, section 3.1). */
const MIN_CUE_MS = 1;
/** Characters that the text of a cue contains as references (WebVTT, section 4.2.2). */
const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Writes SubRip (`.srt`): numbered cues in time order, a speaker as `name: text`. Empty without cues. */
export function writeSrt(cues: readonly Cue[]): string {
  const blocks = placed(cues).map(({ text, speaker, ...at }, index) => {
    const named = speaker === undefined ? text : `${speaker}: ${text}`;
    return `${index + 1}\n${times(at, ',')}\n${withoutArrows(named)}\n`;
  });
  return blocks.join('\n');
}

/** An arrow in the text, of any length, would be read as the times of another cue. */
function withoutArrows(text: string): string {
  // The pattern also matches dashes without an arrow, because a pattern that skips them takes quadratic time.
  return text.replace(/-{2,}>?/g, (dashes) => (dashes.endsWith('>') ? '->' : dashes));
}

/** Writes WebVTT (`.vtt`): cues in time order, a speaker as a voice. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = placed(cues).map(({ text, speaker, ...at }) => {
    const voice = speaker === undefined ? '' : `<v ${escaped(speaker)}>`;
    return `${times(at, '.')}\n${voice}${escaped(text)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

interface Placed {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly speaker: string | undefined;
}

/** The cues with words, in time order, with texts that cannot end their cue. */
function placed(cues: readonly Cue[]): Placed[] {
  return cues
    .map(({ start, end, text, speaker }) => {
      const startMs = milliseconds(start);
      const endMs = Math.max(milliseconds(end), startMs + MIN_CUE_MS);
      return { startMs, endMs, text: lines(text), speaker: oneLine(speaker ?? '') || undefined };
    })
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.startMs - other.startMs);
}

/** An empty line ends a cue. */
function lines(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]+/u)
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => REFERENCES[character] ?? character);
}

function milliseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1000));
}

function times({ startMs, endMs }: Pick<Placed, 'startMs' | 'endMs'>, decimal: string): string {
  return `${timestamp(startMs, decimal)} --> ${timestamp(endMs, decimal)}`;
}

/** `HH:MM:SS` and milliseconds. Hours may exceed 99. */
function timestamp(ms: number, decimal: string): string {
  const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  const [hours, minutes, seconds] = parts.map((part) => String(Math.floor(part)).padStart(2, '0'));
  return `${hours}:${minutes}:${seconds}${decimal}${String(ms % 1000).padStart(3, '0')}`;
}

import type { Segment } from '../api/types.ts';

export type SpeakerNames = Readonly<Record<string, string>>;

/** The display name of a speaker: the user's own, or `Speaker 1` for `speaker_0`, or the label. */
export function speakerName(label: string, names: SpeakerNames): string {
  const [, number] = /^speaker_(\d+)$/.exec(label) ?? [];
  if (Object.hasOwn(names, label)) return names[label] ?? label;
  return number === undefined ? label : `Speaker ${Number(number) + 1}`;
}

/** The labels of all speakers, in the order of their first words. */
export function speakersOf(segments: readonly Segment[]): readonly string[] {
  return [...new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
}

/** A sentence counts as current slightly before it starts. */
const LEAD_SECONDS = 0.05;

/** The last sentence that has begun; -1 before the first. */
export function segmentAt(segments: readonly Segment[], time: number): number {
  return segments.findLastIndex(({ start }) => start !== null && start <= time + LEAD_SECONDS);
}

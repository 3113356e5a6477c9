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

/** A sentence or word counts as current slightly before it starts. */
const LEAD_SECONDS = 0.05;

/** The last sentence that has begun; -1 before the first. */
export function segmentAt(segments: readonly Segment[], time: number): number {
  return segments.findLastIndex(({ start }) => start !== null && start <= time + LEAD_SECONDS);
}

/** A part of a segment's text, and the time of its word in seconds. White space belongs to the word before it. */
export interface SpokenWord {
  readonly text: string;
  readonly start: number;
}

/** The words of a segment with their times; undefined if it has none. */
export function wordsOf({ text, word_times: times }: Segment): readonly SpokenWord[] | undefined {
  const words = text?.trim().split(/(?<=\s)(?=\S)/u) ?? [];
  if (times === undefined || times.length !== words.length) return undefined;
  return words.map((word, at) => ({ text: word, start: times[at]?.[0] ?? 0 }));
}

/** The last word that has begun; -1 before the first. */
export function wordAt(words: readonly SpokenWord[], time: number): number {
  return words.findLastIndex(({ start }) => start <= time + LEAD_SECONDS);
}

import { languageName } from '../../speech/language-names.ts';
import { cuesOf } from '../../speech/subtitles/cues.ts';
import { writeSrt, writeVtt } from '../../speech/subtitles/write.ts';
import type { Segment, Transcript } from '../../speech/types.ts';
import type { Body } from '../schemas/components.ts';
import type { TranscriptionForm } from './form.ts';

/** The result of a transcription. */
export interface Recognition {
  /** Formatted, or raw. */
  readonly text: string;
  readonly transcript: Transcript;
}

export type DiarizedSegment = Body<'DiarizedTranscription'>['segments'][number];

/** The body in the requested format: JSON or text. */
export function render(
  { format, granularities }: Pick<TranscriptionForm, 'format' | 'granularities'>,
  recognition: Recognition,
): string | Body<'Transcription'> {
  const { text, transcript } = recognition;
  if (format === 'text') return `${text}\n`;
  if (format === 'srt') return writeSrt(cuesOf(transcript.segments));
  if (format === 'vtt') return writeVtt(cuesOf(transcript.segments));
  if (format === 'verbose_json') return verbose(recognition, granularities);
  if (format === 'diarized_json') return diarized(recognition);
  return { text, usage: usageOf(transcript) };
}

/** OpenAI rounds seconds up. */
function usageOf({ durationSeconds }: Transcript) {
  return { type: 'duration' as const, seconds: Math.ceil(durationSeconds) };
}

function verbose(
  { text, transcript }: Recognition,
  granularities: TranscriptionForm['granularities'],
): Body<'VerboseTranscription'> {
  const { segments, durationSeconds, language } = transcript;
  return {
    task: 'transcribe',
    language: languageName(language ?? '') ?? 'unknown',
    duration: durationSeconds,
    text,
    ...(granularities.includes('segment') ? { segments: segments.map(verboseSegment) } : {}),
    ...(granularities.includes('word') ? { words: segments.flatMap(wordsOf) } : {}),
    usage: usageOf(transcript),
  };
}

/** The engines have no probabilities. With these values, clients that filter uncertain segments keep all. */
const CERTAIN = { temperature: 0, avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 };

function verboseSegment({ start, end, text }: Segment, id: number) {
  return { id, seek: 0, start, end, text, tokens: [], ...CERTAIN };
}

function wordsOf({ words = [] }: Segment) {
  return words.map(({ text, start, end }) => ({ word: text, start, end }));
}

function diarized({ text, transcript }: Recognition): Body<'DiarizedTranscription'> {
  return {
    task: 'transcribe',
    duration: transcript.durationSeconds,
    text,
    segments: diarizedSegments(transcript),
    usage: usageOf(transcript),
  };
}

/** Segments with speakers `A`, `B`, … in the order in which they begin to speak. */
export function diarizedSegments({ segments }: Pick<Transcript, 'segments'>): DiarizedSegment[] {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  return segments.map(({ start, end, text, speaker }, index) => ({
    type: 'transcript.text.segment',
    id: `seg_${index + 1}`,
    start,
    end,
    text,
    speaker: letterOf(speakers.indexOf(speaker)),
  }));
}

/** `A` to `Z`, then `AA`. */
function letterOf(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

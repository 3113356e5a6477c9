import { Type } from '@sinclair/typebox';
import type { StoredNote } from '../../notes/store/codec.ts';
import type { NoteChange } from '../../notes/store/notes.ts';
import { writtenWords } from '../../speech/fit-words.ts';
import type { Segment } from '../../speech/types.ts';
import { parseInstant } from '../instant.ts';
import { nullable, RequestValidationError } from '../validation.ts';
import { language, recordedAt, title } from './note-upload.ts';

const MAX_SEGMENTS = 20_000;
const speaker = Type.String({ minLength: 1, maxLength: 100, examples: ['speaker_0'] });
const seconds = nullable(Type.Number({ minimum: 0 }));
const SegmentChange = Type.Object({
  speaker: nullable(speaker),
  start: seconds,
  end: seconds,
  text: Type.String({ minLength: 1, maxLength: 20_000 }),
});

/** The fields of a note that a user may change. */
export const NoteChangeBody = Type.Object({
  title: Type.Optional(nullable(title)),
  summary: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 10_000 }))),
  transcript: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200_000 }))),
  transcript_segments: Type.Optional(
    Type.Array(SegmentChange, {
      minItems: 1,
      maxItems: MAX_SEGMENTS,
      description: 'The same segments with other texts or speakers; their texts become the transcript',
    }),
  ),
  speaker_names: Type.Optional(
    Type.Record(speaker, Type.String({ minLength: 1, maxLength: 100 }), {
      maxProperties: 100,
      // A key with a line break matches no pattern of the record, and its value would not be checked.
      additionalProperties: false,
      description: 'Display names of the speakers of the segments',
      examples: [{ speaker_0: 'Ada' }],
    }),
  ),
  recorded_at: Type.Optional(nullable(recordedAt)),
  language: Type.Optional(nullable(language)),
});

type Body = (typeof NoteChangeBody)['static'];

export function changesNothing(body: Body): boolean {
  return Object.keys(NoteChangeBody.properties).every((field) => body[field as keyof Body] === undefined);
}

/**
 * The change that a request makes. A title or summary that the user wrote is kept when the note is processed again. A
 * transcript that is replaced as a whole loses its segments.
 * @throws {RequestValidationError} unless the segments are those of the note
 */
export function changeOf(note: StoredNote, body: Body): NoteChange {
  const { title, summary, transcript, transcript_segments: segments, speaker_names: speakerNames } = body;
  const { recorded_at: recordedAt, language } = body;
  const written = (['title', 'summary'] as const).filter((field) => body[field] !== undefined);
  const emptied = written.filter((field) => body[field] === null);
  const edited = [...new Set([...note.edited, ...written])].filter((field) => !emptied.includes(field));
  return {
    edited,
    ...(title === undefined ? {} : { title: title?.trim() ?? null }),
    ...(summary === undefined ? {} : { summary }),
    ...(transcript === undefined ? {} : { transcript, segments: null }),
    ...(segments === undefined ? {} : editSegments(note, segments, transcript !== undefined)),
    ...(speakerNames === undefined ? {} : { speakerNames }),
    ...(recordedAt === undefined ? {} : { recordedAt: recordedAt === null ? null : parseInstant(recordedAt) }),
    ...(language === undefined ? {} : { language }),
  };
}

function editSegments(
  { segments: known }: StoredNote,
  segments: NonNullable<Body['transcript_segments']>,
  withTranscript: boolean,
): Pick<NoteChange, 'segments' | 'transcript'> {
  if (withTranscript) throw problem('Send either the transcript or its segments');
  const same = segments.every(({ start, end }, at) => known?.[at]?.start === start && known[at]?.end === end);
  if (!known || known.length !== segments.length || !same)
    throw problem("Segments should have the times of the note's");
  const changed = known.map((segment, at) => {
    const { text = segment.text, speaker = segment.speaker } = segments[at] ?? {};
    return { ...withText(segment, text), speaker };
  });
  return { segments: changed, transcript: changed.map(({ text }) => text).join(' ') };
}

/** The segment with another text. Its words keep their times if only their spelling changed. */
function withText({ words, ...segment }: Segment, text: string): Segment {
  const written = writtenWords(text);
  if (words === undefined || words.length !== written.length) return { ...segment, text };
  return { ...segment, text, words: words.map((word, at) => ({ ...word, text: written[at] ?? word.text })) };
}

function problem(msg: string): RequestValidationError {
  return new RequestValidationError([{ loc: ['body', 'transcript_segments'], msg, type: 'value_error' }]);
}

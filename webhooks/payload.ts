import type { MessageType, NoteEventType } from '../contracts/webhook-events.ts';
import type { NoteRecord } from '../notes/note-record.ts';

/** The body of a delivery. `type` determines the kind of `data`. */
export interface Envelope {
  readonly type: MessageType;
  /** RFC 3339 UTC: when this attempt was serialized. */
  readonly timestamp: string;
  readonly data: object;
}

/** A delivery as it is sent. */
export interface Message {
  readonly body: Uint8Array;
  /** When it was serialized, in seconds: `webhook-timestamp`. */
  readonly timestampSeconds: number;
}

interface TranscriptSegment {
  readonly speaker: string | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly text: string | null;
}

/** `data` of each event, built from the note as it is now. */
const NOTE_DATA: Readonly<Record<NoteEventType, (note: NoteRecord) => object>> = {
  'note.processed': (note) => ({
    status: 'completed',
    title: note.title,
    summary: note.summary,
    transcript: transcriptOf(note),
    duration_seconds: note.durationSeconds === null ? null : Math.round(note.durationSeconds),
  }),
  'note.failed': (note) => ({ status: 'failed', error_message: note.errorMessage }),
};

/**
 * `data` of a note's event. The status follows the event type that the endpoint subscribed to.
 * @param publicUrl where users reach the service, without a trailing slash
 */
export function noteData(type: NoteEventType, note: NoteRecord, publicUrl: string): object {
  return {
    note_id: note.noteId,
    ...NOTE_DATA[type](note),
    created_at: instant(note.createdAt),
    updated_at: instant(note.updatedAt),
    api_url: `${publicUrl}/v1/public-api/notes/${note.noteId}`,
  };
}

/** `data` of a ping. */
export function pingData(): object {
  return { message: 'Sotto can reach this endpoint' };
}

const SAMPLE_NOTE_ID = '00000000-0000-4000-8000-000000000000';

/** The note of a test event. It does not exist, so its `api_url` answers 404. */
export function sampleNote(userId: string, nowMs: number): NoteRecord {
  return {
    noteId: SAMPLE_NOTE_ID,
    userId,
    status: 'completed',
    title: 'A sample note',
    summary: 'This is a test event: it shows what a processed note looks like.',
    transcript: 'Hello, this is a sample note. Good to hear!',
    segments: [
      { speaker: 'speaker_0', start: 0, end: 2.4, text: 'Hello, this is a sample note.' },
      { speaker: 'speaker_1', start: 2.6, end: 3.7, text: 'Good to hear!' },
    ],
    tags: [],
    errorMessage: null,
    language: 'en',
    durationSeconds: 4,
    recordedAt: nowMs,
    createdAt: nowMs,
    updatedAt: nowMs,
    recording: { object: 'sample', contentType: null, bytes: null },
  };
}

/** Serializes a delivery. Exactly these bytes are signed and sent. */
export function serialize(type: MessageType, data: object, nowMs: number): Message {
  const envelope: Envelope = { type, timestamp: instant(nowMs), data };
  return { body: new TextEncoder().encode(JSON.stringify(envelope)), timestampSeconds: Math.floor(nowMs / 1000) };
}

/** Without diarization data, the transcript is one segment that contains the whole text. */
function transcriptOf({ transcript, segments }: NoteRecord): TranscriptSegment[] {
  if (segments?.some((segment) => segment.speaker !== null)) {
    return segments.map(({ speaker, start, end, text }) => ({ speaker, start, end, text }));
  }
  return [{ speaker: null, start: null, end: null, text: transcript }];
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

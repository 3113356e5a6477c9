import type { Segment } from '../speech/types.ts';

export type NoteStatus = 'processing' | 'completed' | 'failed';

/** A tag on a note. Times are epoch milliseconds. */
export interface NoteTag {
  readonly tagId: string;
  readonly name: string;
  readonly position: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly source: 'user' | 'auto';
  readonly confidence: number | null;
}

/** A voice note as the store keeps it. Times are epoch milliseconds. */
export interface NoteRecord {
  readonly noteId: string;
  readonly userId: string;
  readonly status: NoteStatus;
  readonly title: string | null;
  readonly summary: string | null;
  readonly transcript: string | null;
  /** Null when there is no structure. Diarized when the segments have speakers. */
  readonly segments: readonly Segment[] | null;
  readonly tags: readonly NoteTag[];
  /** Why it failed, for the user. */
  readonly errorMessage: string | null;
  readonly language: string | null;
  readonly durationSeconds: number | null;
  readonly recordedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Name of the recording in the recordings store. */
  readonly recording: { readonly object: string; readonly contentType: string | null; readonly bytes: number | null };
}

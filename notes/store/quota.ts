/** Thrown when a note would exceed what its user may keep. */
export class NoteQuotaError extends Error {
  override readonly name = 'NoteQuotaError';
}

/** What each user may keep. */
export interface NoteQuota {
  readonly maxNotes: number;
  /** Of all recordings together. */
  readonly maxBytes: number;
}

export const NO_QUOTA: NoteQuota = { maxNotes: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };

export const tooManyNotes = ({ maxNotes }: NoteQuota) =>
  new NoteQuotaError(`A user may have at most ${maxNotes} notes`);

export const tooManyBytes = ({ maxBytes }: NoteQuota) =>
  new NoteQuotaError(`The recordings of a user may have at most ${maxBytes} bytes together`);

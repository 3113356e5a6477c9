/** Thrown if a note would exceed the quota of its user. */
export class NoteQuotaError extends Error {
  override readonly name = 'NoteQuotaError';
}

/** The quota of each user. */
export interface NoteQuota {
  readonly maxNotes: number;
  /** The total size of all recordings. */
  readonly maxBytes: number;
}

export const NO_QUOTA: NoteQuota = { maxNotes: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };

export const tooManyNotes = ({ maxNotes }: NoteQuota) =>
  new NoteQuotaError(`A user may have at most ${maxNotes} notes`);

export const tooManyBytes = ({ maxBytes }: NoteQuota) =>
  new NoteQuotaError(`The recordings of a user may have at most ${maxBytes} bytes together`);

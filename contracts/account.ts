/** Whose account it is: an id alone. */
export interface AccountInput {
  readonly userId: string;
}

/** One export of all that a user has. */
export interface ExportInput extends AccountInput {
  readonly exportId: string;
}

export type ExportStatus = 'running' | 'completed' | 'failed';

/** The account that a workflow works on, by user id only. */
export interface AccountInput {
  readonly userId: string;
}

/** One export of all data of a user. */
export interface ExportInput extends AccountInput {
  readonly exportId: string;
}

export type ExportStatus = 'running' | 'completed' | 'failed';

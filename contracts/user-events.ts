/** What the open pages of a user are told while it happens: ids and states, never content. */
export type UserEvent =
  | {
      readonly event: 'note';
      readonly data: {
        readonly note_id: string;
        readonly status: 'processing' | 'completed' | 'failed' | 'deleted';
        /** How many seconds of the recording are transcribed by now; absent unless that is the news. */
        readonly transcribed_seconds?: number;
      };
    }
  /** The endpoint's attempt log has a new line. */
  | { readonly event: 'attempt'; readonly data: { readonly endpoint_id: string } }
  /** A session of the user has ended: every stream ends, and those that may go on come back. */
  | { readonly event: 'signed_out'; readonly data: Readonly<Record<string, never>> };

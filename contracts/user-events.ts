/** Live events for the open pages of a user: ids and states, never content. */
export type UserEvent =
  | {
      readonly event: 'note';
      readonly data: {
        readonly note_id: string;
        readonly status: 'processing' | 'completed' | 'failed' | 'deleted';
        /** How many seconds of the recording have been transcribed. Present only in progress events. */
        readonly transcribed_seconds?: number;
      };
    }
  /** The endpoint's attempt log has a new entry. */
  | { readonly event: 'attempt'; readonly data: { readonly endpoint_id: string } }
  /** The user's export ended. */
  | {
      readonly event: 'export';
      readonly data: { readonly export_id: string; readonly status: 'completed' | 'failed' };
    }
  /** A session of the user ended. Every stream ends, and clients that are still signed in reconnect. */
  | { readonly event: 'signed_out'; readonly data: Readonly<Record<string, never>> };

/** The responses of the app API. Times are RFC 3339 in UTC. This file imports neither DOM nor server types. */

export type NoteStatus = 'processing' | 'completed' | 'failed';

export interface Tag {
  readonly tag_id: string;
  readonly name: string;
  readonly position: number;
}

export interface NoteTag extends Tag {
  readonly source: string;
  readonly confidence: number | null;
}

export interface NoteItem {
  readonly note_id: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly tags: readonly NoteTag[];
  readonly recorded_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: NoteStatus;
}

export interface Segment {
  readonly speaker: string | null;
  /** Seconds from the beginning; null where they are unknown. */
  readonly start: number | null;
  readonly end: number | null;
  readonly text: string | null;
  /** Start and end of each word of the text in seconds, if known. */
  readonly word_times?: readonly (readonly number[])[];
}

export interface Note extends NoteItem {
  readonly transcript: string | null;
  readonly transcript_segments: readonly Segment[] | null;
  readonly recording_url: string;
  readonly recording_content_type: string | null;
  readonly recording_bytes: number | null;
  readonly error_message: string | null;
  readonly language: string | null;
  readonly duration_seconds: number | null;
  /** The user's names for the speakers of the segments, by label. */
  readonly speaker_names: Readonly<Record<string, string>>;
}

export interface NotePage {
  readonly items: readonly NoteItem[];
  readonly next_cursor: string | null;
}

export interface User {
  readonly user_id: string;
  readonly email: string;
  readonly created_at: string;
}

export interface Session {
  readonly session_id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly user_agent: string | null;
  readonly current: boolean;
}

export type Scope = 'notes:read' | 'notes:write' | 'webhooks:write';

export interface PersonalToken {
  readonly token_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
}

export interface NewPersonalToken extends PersonalToken {
  readonly secret: string;
}

export type EventType = 'note.processed' | 'note.failed';

export interface WebhookEndpoint {
  readonly endpoint_id: string;
  readonly url: string;
  readonly description: string | null;
  readonly event_types: readonly EventType[];
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: string | null;
  readonly disabled_at: string | null;
  readonly failing_since: string | null;
  readonly secrets: readonly { readonly expires_at: string | null }[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewWebhookEndpoint extends WebhookEndpoint {
  readonly secret: string;
}

export type AttemptOutcome = 'succeeded' | 'failed' | 'skipped' | 'ended';

export interface WebhookAttempt {
  readonly attempt_id: string;
  readonly at: string;
  readonly message_id: string;
  readonly event_type: string;
  readonly note_id: string | null;
  readonly trigger: 'automatic' | 'ping' | 'test' | 'redelivery';
  readonly outcome: AttemptOutcome;
  readonly attempt: number | null;
  readonly status_code: number | null;
  readonly failure: string | null;
  readonly reason: string | null;
  readonly location: string | null;
  readonly duration_ms: number | null;
  readonly next_attempt_at: string | null;
}

/** A program that requests access. */
export interface AuthorizationRequest {
  readonly client_name: string;
  readonly redirect_host: string;
  /** The URL to redirect to immediately, because the request is invalid. */
  readonly redirect_to: string | null;
}

export interface ConnectedApp {
  readonly grant_id: string;
  readonly client_name: string;
  readonly redirect_host: string;
  readonly created_at: string;
  readonly last_used_at: string;
}

/** The link of the feed, without its secret. */
export interface FeedLink {
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface Items<T> {
  readonly items: readonly T[];
}

export interface Page<T> extends Items<T> {
  readonly next_cursor: string | null;
}

export interface AccountExport {
  readonly export_id: string;
  readonly status: 'running' | 'completed' | 'failed';
  /** A signed link to the ZIP file that works for one hour. */
  readonly url?: string | null;
  /** When the file is deleted. */
  readonly expires_at?: string;
}

/** A user's usage on one day in UTC, such as `2026-11-22`. */
export interface UsageDay {
  readonly day: string;
  readonly notes: number;
  readonly note_seconds: number;
  readonly dictations: number;
  readonly dictation_seconds: number;
}

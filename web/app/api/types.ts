import type { Body } from '../../../api/schemas/components.ts';

/** The responses of the app API by the names that the pages use: types of the same schemas as its OpenAPI. */
export type Tag = Body<'Tag'>;
export type NoteTag = Body<'NoteTag'>;
export type NoteItem = Body<'AppNoteItem'>;
export type NotePage = Body<'AppNotePage'>;
export type Segment = Body<'AppTranscriptSegment'>;
export type Note = Body<'AppNote'>;

export type User = Body<'User'>;
export type Session = Body<'SessionList'>['items'][number];
export type PersonalToken = Body<'PersonalToken'>;
export type NewPersonalToken = Body<'NewPersonalToken'>;
export type Scope = PersonalToken['scopes'][number];
/** A program that requests access. */
export type AuthorizationRequest = Body<'AuthorizationRequest'>;
export type ConnectedApp = Body<'ConnectedApp'>;
/** One that has just begun has no link and no expiry yet. */
export type AccountExport = Body<'ExportAccepted'> & Partial<Body<'AccountExport'>>;
/** The link of the feed, without its secret. */
export type FeedLink = Body<'FeedLink'>;
/** A user's usage on one day in UTC, such as `2026-11-22`. */
export type UsageDay = Body<'UserUsageDay'>;

export type WebhookEndpoint = Body<'WebhookEndpoint'>;
export type NewWebhookEndpoint = Body<'NewWebhookEndpoint'>;
export type WebhookAttempt = Body<'WebhookAttempt'>;
export type AttemptOutcome = WebhookAttempt['outcome'];

export type DictationResult = Body<'Dictation'>;
/** The user's settings for formatting dictations. */
export type DictationPreferences = Body<'DictationSettings'>;

/** An organization, with its keys but without their secrets. */
export type Organization = Body<'OperatorOrganization'>;
export type OrganizationKey = Organization['keys'][number];
/** A new key, with the secret that is shown only once. */
export type NewOrganizationKey = Body<'NewOperatorKey'>;
/** An organization's usage on one day in UTC. */
export type OrganizationUsage = Body<'OrganizationUsageDay'>;
export type FailingEndpoint = Body<'FailingEndpoint'>;
export type OperatorLinks = Body<'OperatorLinks'>;

export interface Items<T> {
  readonly items: readonly T[];
}

export interface Page<T> extends Items<T> {
  readonly next_cursor: string | null;
}

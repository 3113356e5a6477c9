/**
 * Events of a note that are sent to webhook endpoints, with a description for people. A new type also needs its data in
 * `webhooks/payload.ts` and its schema in `api/schemas/events.ts`.
 */
export const NOTE_EVENTS = {
  'note.processed': 'A note finished processing',
  'note.failed': 'A note could not be processed',
} as const;
export type NoteEventType = keyof typeof NOTE_EVENTS;
export const NOTE_EVENT_TYPES = Object.keys(NOTE_EVENTS) as readonly NoteEventType[];

/** Every `type` of a delivery. */
export const MESSAGE_TYPES = [...NOTE_EVENT_TYPES, 'ping'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** What caused an attempt: an event, or a person. */
export const ATTEMPT_TRIGGERS = ['automatic', 'ping', 'test', 'redelivery'] as const;
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

/** Why a delivery ended without success, as the attempt log shows it. */
export const END_REASONS = [
  'attempts_exhausted',
  'endpoint_gone',
  'endpoint_disabled',
  'endpoint_deleted',
  'note_deleted',
  'cancelled',
] as const;
export type EndReason = (typeof END_REASONS)[number];

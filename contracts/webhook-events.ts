/** What is told to other systems when a note ends its processing. */
export type NoteEventType = 'note.processed' | 'note.failed';

/** What a delivery's `type` can be. */
export type MessageType = NoteEventType | 'ping';

/** What made an attempt: an event, or a person. */
export type AttemptTrigger = 'automatic' | 'ping' | 'test' | 'redelivery';

/** Why a delivery ended without success. A closed list, shown in the attempt log. */
export type EndReason =
  | 'attempts_exhausted'
  | 'endpoint_gone'
  | 'endpoint_disabled'
  | 'endpoint_deleted'
  | 'note_deleted'
  | 'cancelled';

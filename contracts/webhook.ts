import type { AttemptTrigger, EndReason, MessageType, NoteEventType } from './webhook-events.ts';

/** An endpoint that receives an event, as it was when the event happened. */
export interface EventTarget {
  readonly endpointId: string;
  /** Counts how often the endpoint was disabled. Deliveries of an earlier generation are not sent. */
  readonly generation: number;
  /** The endpoint failed recently or hangs. Its deliveries use the slow path so that they do not delay others. */
  readonly failing: boolean;
}

/** One event of a note: ids and names only. */
export interface NoteEvent {
  readonly userId: string;
  readonly noteId: string;
  readonly type: NoteEventType;
  /** `webhook-id` of every attempt. */
  readonly messageId: string;
  /** When it happened, in epoch milliseconds. */
  readonly emittedAt: number;
  readonly targets: readonly EventTarget[];
}

/** One automatic attempt. */
export interface AttemptInput extends Omit<NoteEvent, 'targets'> {
  readonly endpointId: string;
  readonly generation: number;
  /** The event has no other endpoint, so that it ends with this delivery. */
  readonly sole: boolean;
  /** From 1. */
  readonly attempt: number;
}

/** How an attempt ended. Malfunctions of this service are thrown instead. */
export type AttemptResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly failure: string }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  /** The endpoint has reached its limit of open requests. Nothing was sent, and no attempt was counted. */
  | { readonly kind: 'busy' };

/** How an event ended at one endpoint. */
export type DeliveryOutcome = 'delivered' | EndReason;

/** One send that a user requested. */
export interface ManualSend {
  readonly userId: string;
  readonly endpointId: string;
  readonly attemptId: string;
  readonly messageId: string;
  readonly trigger: Exclude<AttemptTrigger, 'automatic'>;
  readonly type: MessageType;
  /** The note of a redelivery. */
  readonly noteId: string | null;
}

export interface WatchedEndpoint {
  readonly userId: string;
  readonly endpointId: string;
}

/** What is due in an endpoint's failure streak. */
export type StreakDecision =
  /** No streak, or the endpoint is not enabled. */
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** Decided now, and returned to one caller only. */
  | { readonly kind: 'warn' | 'disable'; readonly failingSince: number; readonly generation: number };

/** Mail that `endpointWatch` sends. */
export interface EndpointMail extends WatchedEndpoint {
  readonly kind: 'warn' | 'disable';
  readonly failingSince: number;
  readonly generation: number;
}

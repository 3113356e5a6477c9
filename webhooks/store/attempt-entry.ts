import type { DeliveryFailureCode } from '../../contracts/delivery-failures.ts';
import type { AttemptTrigger, EndReason, MessageType } from '../../contracts/webhook-events.ts';

/** An entry of an endpoint's attempt log. Times are epoch milliseconds. */
export interface AttemptEntry {
  readonly attemptId: string;
  readonly at: number;
  readonly messageId: string;
  readonly eventType: MessageType;
  readonly noteId: string | null;
  readonly trigger: AttemptTrigger;
  /** `skipped`: the event happened while the endpoint was disabled. `ended`: a delivery ended without success. */
  readonly outcome: 'succeeded' | 'failed' | 'skipped' | 'ended';
  /** Counts from 1; null where nothing was sent. */
  readonly attempt: number | null;
  /** HTTP status; null when no response arrived. */
  readonly status: number | null;
  /** Why a failed attempt failed. */
  readonly failure: DeliveryFailureCode | null;
  /** Why nothing more was sent. */
  readonly reason: EndReason | null;
  /** The target of a redirect. */
  readonly location: string | null;
  readonly durationMs: number | null;
  readonly nextAttemptAt: number | null;
  /** The sending process ended during the attempt, so it was sent again and may have arrived twice. */
  readonly repeated: boolean;
}

/** An entry that is not an attempt: an event that was skipped, or the end of a delivery. */
export type UnsentEntry = Omit<AttemptEntry, keyof typeof NOTHING_SENT | 'outcome'> & {
  readonly outcome: 'skipped' | 'ended';
};

export const NOTHING_SENT = {
  attempt: null,
  status: null,
  failure: null,
  location: null,
  durationMs: null,
  nextAttemptAt: null,
  repeated: false,
} as const;

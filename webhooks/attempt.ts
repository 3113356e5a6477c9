import type { AttemptTrigger, MessageType } from '../contracts/webhook-events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sender, SendResult } from './egress/sender.ts';
import type { Message } from './payload.ts';
import { signatureHeader } from './signature.ts';
import { createSlotQueue } from './slot-queue.ts';
import type { AttemptEntry } from './store/attempt-entry.ts';
import type { AttemptEffects, BegunAttempt, WebhookAttemptStore } from './store/attempts.ts';

/** The contract's fixed `user-agent` of every delivery. */
export const USER_AGENT = 'Sotto-Webhooks/1.0';

/** The headers of a delivery, without its signature. */
export function deliveryHeaders(messageId: string, timestampSeconds: number) {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    // The response must not be compressed, so that its size is limited while it is read.
    'accept-encoding': 'identity',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestampSeconds),
  };
}

export interface AttemptMakerDeps {
  readonly attempts: WebhookAttemptStore;
  readonly sender: Sender;
  /** The maximum number of open requests to one endpoint. */
  readonly concurrency: number;
  readonly now: Clock;
}

/** An attempt to send. */
export interface Attempt {
  readonly userId: string;
  readonly endpointId: string;
  readonly attemptId: string;
  readonly messageId: string;
  readonly eventType: MessageType;
  readonly noteId: string | null;
  readonly trigger: AttemptTrigger;
  /** Null for a manual send. */
  readonly generation: number | null;
  /** From 1. */
  readonly attempt: number;
  /** The delay before the next attempt after a failure. */
  readonly delayAfterMs: number | null;
  /** Serializes the message now. Null when its note is gone. */
  readonly compose: (nowMs: number) => Promise<Message | null>;
}

export type AttemptOutcome =
  | { readonly kind: 'sent'; readonly entry: AttemptEntry; readonly effects: AttemptEffects | null }
  | { readonly kind: 'busy' | 'disabled' | 'deleted' | 'note_deleted' };

type Opened = Extract<BegunAttempt, { kind: 'go' }>;

/**
 * Makes attempts: opens one in the store, composes and signs its message, sends it once, records the result.
 * A malfunction of this service is thrown and does not count as an attempt. A repeated call for an attempt that is still
 * under way in this process gets its outcome: Temporal repeats a step when a busy process is late to report it.
 */
export function createAttemptMaker({ attempts, sender, concurrency, now }: AttemptMakerDeps) {
  const slots = createSlotQueue();
  const underWay = new Map<string, Promise<AttemptOutcome>>();

  async function begin(attempt: Attempt) {
    const opening = { ...attempt, concurrency };
    const first = await attempts.begin(opening);
    if (first.kind !== 'busy' || !(await slots.wait(attempt.endpointId))) return first;
    return attempts.begin(opening);
  }

  /**
   * A request that was sent cannot be undone, and a new attempt would send it twice. Recording it is therefore retried
   * for some seconds.
   */
  async function finish(attempt: Attempt, url: string, entry: AttemptEntry): Promise<AttemptOutcome> {
    for (const pauseMs of RECORD_PAUSES_MS) {
      try {
        return { kind: 'sent', entry, effects: await attempts.finish({ ...attempt, url, entry }) };
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return { kind: 'sent', entry, effects: await attempts.finish({ ...attempt, url, entry }) };
  }

  return function makeAttempt(attempt: Attempt): Promise<AttemptOutcome> {
    const id = `${attempt.endpointId} ${attempt.attemptId}`;
    const made = underWay.get(id) ?? make(attempt).finally(() => underWay.delete(id));
    underWay.set(id, made);
    return made;
  };

  async function make(attempt: Attempt): Promise<AttemptOutcome> {
    const startedAt = now();
    // The note is read while Redis decides, because both are needed almost always.
    const [opening, composing] = await Promise.allSettled([begin(attempt), attempt.compose(startedAt)]);
    if (opening.status === 'rejected') throw opening.reason;
    const begun = opening.value;
    if (begun.kind === 'recorded') return { kind: 'sent', entry: begun.entry, effects: begun.effects };
    if (begun.kind !== 'go') return begun;
    try {
      // Whether it arrived is unknown, and a manual send is not repeated.
      if (begun.repeated && attempt.generation === null) {
        return await finish(attempt, begun.url, entryOf(attempt, startedAt, INTERRUPTED, true));
      }
      if (composing.status === 'rejected' || composing.value === null) {
        await attempts.release(attempt);
        if (composing.status === 'rejected') throw composing.reason;
        return { kind: 'note_deleted' };
      }
      const result = await unlessMoved(attempt, begun.url, await post(attempt, begun, composing.value));
      return await finish(attempt, begun.url, entryOf(attempt, startedAt, result, begun.repeated));
    } finally {
      slots.release(attempt.endpointId);
    }
  }

  /** A 410 from a URL that the user has replaced meanwhile is a failure like others: the retry goes to the new URL. */
  async function unlessMoved(attempt: Attempt, url: string, result: SendResult): Promise<SendResult> {
    if (result.failure !== 'gone') return result;
    // Without an answer of the store, the result stands: it must be recorded, because the attempt was sent.
    const current = await attempts.urlOf(attempt).catch(() => url);
    return current === url ? result : { ...result, failure: 'status' };
  }

  async function post(attempt: Attempt, { url, secrets }: Opened, message: Message) {
    const { body, timestampSeconds } = message;
    const { messageId } = attempt;
    const headers = {
      ...deliveryHeaders(messageId, timestampSeconds),
      'webhook-signature': signatureHeader({ messageId, timestampSeconds, body }, secrets),
    };
    try {
      return await sender.send({ url, headers, body, reuseConnection: attempt.trigger === 'automatic' });
    } catch (error) {
      await attempts.release(attempt);
      throw error;
    }
  }
}

/** Bridges a short outage of the store. If the outage outlasts the step, the step is repeated. */
const RECORD_PAUSES_MS = [100, 400, 1_600];

const INTERRUPTED: SendResult = { failure: 'interrupted', status: null, location: null, durationMs: 0 };

function entryOf(attempt: Attempt, startedAt: number, result: SendResult, repeated: boolean): AttemptEntry {
  const { delayAfterMs } = attempt;
  const { failure, durationMs } = result;
  const retried = failure !== null && failure !== 'gone' && delayAfterMs !== null;
  return {
    attemptId: attempt.attemptId,
    at: startedAt,
    messageId: attempt.messageId,
    eventType: attempt.eventType,
    noteId: attempt.noteId,
    trigger: attempt.trigger,
    outcome: failure === null ? 'succeeded' : 'failed',
    attempt: attempt.attempt,
    status: result.status,
    failure,
    reason: null,
    location: result.location,
    durationMs,
    nextAttemptAt: retried ? startedAt + durationMs + delayAfterMs : null,
    repeated,
  };
}

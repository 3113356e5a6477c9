import type { AttemptEntry } from '../../webhooks/store/attempt-entry.ts';
import type { DeliveryLog } from './delivery-stream.ts';

/** What a stream of deliveries reads, and when it ends. */
export interface Sending {
  readonly from: Parameters<DeliveryLog['begin']>[0];
  readonly log: DeliveryLog;
  readonly sign: (entry: AttemptEntry) => Promise<object | null>;
  /** A cursor that continues from this moment on. */
  readonly cursorNow: () => string;
  readonly mayContinue: () => Promise<boolean>;
  /** How long a listener may read nothing while more waits. The default is {@link MAX_PAUSE_MS}. */
  readonly maxPauseMs?: number;
}

/** Number of unread chunks above which the next note is not read yet. */
const MAX_UNREAD = 8;
const POLL_MS = 50;
const MAX_PAUSE_MS = 60_000;

/**
 * Turns the user's events into deliveries. An event, or a heartbeat, is only the reason to read the log again. The stream
 * ends when it may not continue, the store fails, or nobody reads; a listener opens the next one. It reads a note only
 * when the listener has taken most of the earlier ones, so that memory holds a few notes.
 */
export function sendDeliveries(sending: Sending): TransformStream<Uint8Array, Uint8Array> {
  const { from, log, sign, cursorNow, mayContinue, maxPauseMs = MAX_PAUSE_MS } = sending;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let begun = false;
  const deliver = async (controller: TransformStreamDefaultController<Uint8Array>) => {
    for (const entry of begun ? await log.next() : await log.begin(from)) {
      // A listener that paused may have lost its access meanwhile.
      if ((await waitForReader(controller, maxPauseMs)) && !(await mayContinue())) return controller.terminate();
      const delivery = await sign(entry);
      if (delivery) controller.enqueue(encoder.encode(`event: delivery\ndata: ${JSON.stringify(delivery)}\n\n`));
    }
    if (!begun) controller.enqueue(encoder.encode(`event: open\ndata: ${JSON.stringify({ cursor: cursorNow() })}\n\n`));
    begun = true;
  };
  return new TransformStream({
    transform: async (chunk, controller) => {
      const text = decoder.decode(chunk);
      if (text.startsWith('event: note')) return;
      if (!text.startsWith('event:')) controller.enqueue(chunk);
      try {
        if (await mayContinue()) await deliver(controller);
        else controller.terminate();
      } catch {
        controller.terminate(); // the store failed: what it holds comes with the next stream
      }
    },
  });
}

/**
 * Waits while a listener has deliveries to read. A listener that left has none.
 * @returns whether it waited
 * @throws {Error} when the listener reads nothing for `maxPauseMs`
 */
async function waitForReader(
  controller: Pick<TransformStreamDefaultController, 'desiredSize'>,
  maxPauseMs: number,
): Promise<boolean> {
  let waitedMs = 0;
  while ((controller.desiredSize ?? 0) < -MAX_UNREAD) {
    if (waitedMs >= maxPauseMs) throw new Error('The listener does not read');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    waitedMs += POLL_MS;
  }
  return waitedMs > 0;
}

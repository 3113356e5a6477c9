import { startReceiver } from '../../test/support/receiver.ts';

/** Later deliveries count as lost. A first retry would be under way by then. */
const PATIENCE_MS = 60_000;
/** The number of unclaimed deliveries that are kept: one may arrive before its caller knows its id. */
const REMEMBERED = 1_000;

/** A webhook receiver that reports arrivals. It keeps only the last ones, however many arrive. */
export interface Arrivals {
  readonly url: string;
  /**
   * Waits for a delivery of a message, or of any message of a note, by its id.
   * @returns false if none arrived
   */
  has(id: string): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startArrivals(): Promise<Arrivals> {
  const receiver = await startReceiver();
  const arrived = new Set<string>();
  const awaited = new Map<string, () => void>();
  const keep = (id: string) => {
    arrived.add(id);
    const [oldest] = arrived;
    if (arrived.size > REMEMBERED && oldest !== undefined) arrived.delete(oldest);
  };
  receiver.answerWith((response, { headers, body }) => {
    response.writeHead(204).end();
    receiver.requests.length = 0;
    const { data } = JSON.parse(body) as { data: { note_id?: string } };
    for (const id of [headers['webhook-id'], data.note_id]) {
      if (typeof id !== 'string') continue;
      const resolve = awaited.get(id);
      if (resolve) resolve();
      else keep(id);
    }
  });
  return {
    url: receiver.url,
    stop: receiver.stop,
    has: async (id) => {
      if (arrived.delete(id)) return true;
      const came = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => came.resolve(false), PATIENCE_MS);
      awaited.set(id, () => came.resolve(true));
      const has = await came.promise;
      clearTimeout(timer);
      awaited.delete(id);
      return has;
    },
  };
}

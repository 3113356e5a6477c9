/** Queues attempts in this process for a free slot at an endpoint, so that a short burst needs no timer. */
export interface SlotQueue {
  /** Resolves to true when a slot may be free, and to false when the queue is full or the wait took too long. */
  wait(endpointId: string): Promise<boolean>;
  /** Reports a free slot. The attempt that has waited longest continues. */
  release(endpointId: string): void;
}

/**
 * @param options.maxWaiting how many may wait for one endpoint, so that one that hangs does not fill the process
 * @param options.maxWaitMs the longest wait
 */
export function createSlotQueue({
  maxWaiting = 20,
  maxWaitMs = 1_000,
}: {
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
} = {}): SlotQueue {
  const queues = new Map<string, Set<(called: boolean) => void>>();

  return {
    wait: (endpointId) => {
      const queue = queues.get(endpointId) ?? new Set();
      if (queue.size >= maxWaiting) return Promise.resolve(false);
      queues.set(endpointId, queue);
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(false), maxWaitMs);
        function end(called: boolean): void {
          clearTimeout(timer);
          queue.delete(end);
          if (queue.size === 0) queues.delete(endpointId);
          resolve(called);
        }
        queue.add(end);
      });
    },
    release: (endpointId) => {
      const [first] = queues.get(endpointId) ?? [];
      first?.(true);
    },
  };
}

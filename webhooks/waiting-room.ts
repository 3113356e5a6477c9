/** Lets attempts wait in this process for a free place at an endpoint, so that a burst need not wait for a timer. */
export interface WaitingRoom {
  /** Resolves true when a place may be free, false when waiting is no use or took too long. */
  wait(endpointId: string): Promise<boolean>;
  /** Says that a place became free: the one who waits longest is called. */
  leave(endpointId: string): void;
}

/**
 * @param options.maxWaiting how many may wait for one endpoint: a hung one must not fill the process
 * @param options.maxWaitMs how long one waits
 */
export function createWaitingRoom({
  maxWaiting = 20,
  maxWaitMs = 1_000,
}: {
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
} = {}): WaitingRoom {
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
    leave: (endpointId) => {
      const [first] = queues.get(endpointId) ?? [];
      first?.(true);
    },
  };
}

/** The work of a session, in the order of arrival. */
export interface WorkQueue {
  receive(bytes: Uint8Array): void;
  do(work: () => void): void;
  /** Drops all waiting work and stops. */
  stop(): void;
}

type Item = { readonly type: 'audio'; readonly bytes: Uint8Array } | { readonly type: 'do'; readonly work: () => void };

/**
 * Runs work sequentially. Consecutive audio is processed together.
 * @param receive is awaited before the next work
 * @param fail receives the error of `receive`; no work runs after it
 */
export function createWorkQueue(
  receive: (bytes: Uint8Array) => Promise<void>,
  fail: (error: unknown) => void,
): WorkQueue {
  const items: Item[] = [];
  let isRunning = false;
  let isStopped = false;

  async function drain(): Promise<void> {
    isRunning = true;
    try {
      for (let item = takeNext(items); item !== undefined && !isStopped; item = takeNext(items)) {
        if (item.type === 'audio') await receive(item.bytes);
        else item.work();
      }
    } catch (error) {
      isStopped = true;
      fail(error);
    }
    isRunning = false;
  }

  function add(item: Item): void {
    if (isStopped) return;
    items.push(item);
    if (!isRunning) void drain();
  }

  return {
    receive: (bytes) => add({ type: 'audio', bytes }),
    do: (work) => add({ type: 'do', work }),
    stop: () => {
      isStopped = true;
      items.length = 0;
    },
  };
}

function takeNext(items: Item[]): Item | undefined {
  const first = items.shift();
  if (first?.type !== 'audio') return first;
  const parts = [first.bytes];
  for (let next = items[0]; next?.type === 'audio'; next = items[0]) {
    parts.push(next.bytes);
    items.shift();
  }
  return parts.length === 1 ? first : { type: 'audio', bytes: Buffer.concat(parts) };
}

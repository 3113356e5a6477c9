/** Work that one page of a browser does for all of its pages. */
export interface Turn {
  /** Whether this page does the work now. */
  readonly isHere: () => boolean;
  /** Takes the work from the page that does it. */
  readonly take: () => void;
}

/**
 * Runs `work` on one page of the browser at a time, which holds the lock `name`. When that page closes, another one
 * continues. Where browsers have no locks, on insecure origins, each page does the work.
 * @param work ends when its signal is aborted: when this page closes, or when another page takes the work
 */
export function takeTurns(name: string, closed: AbortSignal, work: (ended: AbortSignal) => Promise<void>): Turn {
  let current: AbortController | undefined;
  let waiting = new AbortController();
  function request(options: LockOptions): void {
    const own = new AbortController();
    const run = () => {
      current = own;
      return work(AbortSignal.any([closed, own.signal]));
    };
    if (!navigator.locks) return void run();
    navigator.locks.request(name, options, run).catch(() => {
      if (current !== own) return; // it stopped waiting
      own.abort();
      current = undefined;
      wait();
    });
  }
  function wait(): void {
    waiting = new AbortController();
    request({ signal: AbortSignal.any([closed, waiting.signal]) });
  }
  function take(): void {
    if (!navigator.locks || closed.aborted) return;
    waiting.abort();
    request({ steal: true });
  }
  wait();
  return { isHere: () => current !== undefined, take };
}

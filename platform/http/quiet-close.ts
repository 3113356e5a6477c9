/** A close that waits until the other side pauses. */
export interface QuietClose {
  /** Closes once nothing arrived for {@link QUIET_MS}, at the latest after {@link MAX_WAIT_MS}. Later calls do nothing. */
  close(code: number, reason: string): void;
  /** Is called with each arrived message. @returns whether the connection is being closed, so that nobody needs it */
  arrived(): boolean;
  /** Closes now if {@link close} was called. */
  flush(): void;
  /** The connection is closed. */
  ended(): void;
}

const QUIET_MS = 50;
const MAX_WAIT_MS = 5_000;

/**
 * Deno resets a connection on which a message arrives after its close frame was sent, and the caller loses what was sent
 * before. So a caller that sends much at once gets the close frame when its messages are read.
 * @param closeNow sends the close frame
 */
export function createQuietClose(closeNow: (code: number, reason: string) => void): QuietClose {
  let arrivedAt = Number.NEGATIVE_INFINITY;
  let finish: (() => void) | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let latest: NodeJS.Timeout | undefined;

  function ended(): void {
    clearTimeout(quiet);
    clearTimeout(latest);
    quiet = undefined;
  }

  function close(code: number, reason: string): void {
    if (finish !== undefined) return;
    finish = () => {
      ended();
      closeNow(code, reason);
    };
    if (performance.now() - arrivedAt < QUIET_MS) {
      quiet = setTimeout(finish, QUIET_MS);
      latest = setTimeout(finish, MAX_WAIT_MS);
    } else finish();
  }

  function arrived(): boolean {
    arrivedAt = performance.now();
    if (finish === undefined) return false;
    quiet?.refresh();
    return true;
  }

  return { close, arrived, ended, flush: () => finish?.() };
}

/** A close that waits until the other side pauses. */
export interface QuietClose {
  /** Closes once nothing arrives any more, at the latest after {@link MAX_WAIT_MS}. Later calls do nothing. */
  close(code: number, reason: string): void;
  /** Is called with each arrived message. @returns whether the connection is being closed, so that nobody needs it */
  arrived(): boolean;
  /** Closes now if {@link close} was called. */
  flush(): void;
  /** The connection is closed. */
  ended(): void;
}

const LOOK_EVERY_MS = 25;
/** Several, because a timer that a busy process runs late comes before the messages that arrived meanwhile. */
const QUIET_LOOKS = 3;
/** A caller that sent nothing for this long gets the close frame at once. */
const RECENT_MS = 1_000;
const MAX_WAIT_MS = 5_000;

/**
 * Deno resets a connection on which a message arrives after its close frame was sent, and the caller loses what was sent
 * before. So a caller that sends much at once gets the close frame when its messages are read.
 * @param closeNow sends the close frame
 */
export function createQuietClose(closeNow: (code: number, reason: string) => void): QuietClose {
  let arrivedAt = Number.NEGATIVE_INFINITY;
  let finish: (() => void) | undefined;
  let quietLooks = 0;
  let looking: NodeJS.Timeout | undefined;
  let latest: NodeJS.Timeout | undefined;

  function ended(): void {
    clearInterval(looking);
    clearTimeout(latest);
  }

  function look(): void {
    quietLooks += 1;
    if (quietLooks >= QUIET_LOOKS) finish?.();
  }

  function close(code: number, reason: string): void {
    if (finish !== undefined) return;
    finish = () => {
      ended();
      closeNow(code, reason);
    };
    if (performance.now() - arrivedAt < RECENT_MS) {
      looking = setInterval(look, LOOK_EVERY_MS);
      latest = setTimeout(finish, MAX_WAIT_MS);
    } else finish();
  }

  function arrived(): boolean {
    arrivedAt = performance.now();
    quietLooks = 0;
    return finish !== undefined;
  }

  return { close, arrived, ended, flush: () => finish?.() };
}

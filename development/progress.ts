/** Tells a person what the set-up is doing. */
export interface Progress {
  /** Writes one line. */
  say(line: string): void;
  /** Runs `work` and shows `what` with the seconds that passed, until it ends. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>;
}

/** What {@link createProgress} writes to; `process.stderr` is one. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Progress on a stream: a terminal gets one line that is rewritten each second, anything else a line each
 * `everySeconds`.
 * @param options.everySeconds how often a stream that is no terminal is told @default 15
 */
export function createProgress(stream: ProgressStream, { everySeconds = 15 } = {}): Progress {
  const terminal = stream.isTTY === true;
  const line = (text: string, last: boolean) => {
    if (terminal) stream.write(`\r\u001b[K${text}${last ? '\n' : ''}`);
    else stream.write(`${text}\n`);
  };
  return {
    say: (text) => stream.write(`${text}\n`),
    during: async (what, work) => {
      const startedAt = performance.now();
      const seconds = () => Math.round((performance.now() - startedAt) / 1000);
      line(`${what} …`, false);
      const tick = setInterval(() => line(`${what} … ${seconds()} s`, false), (terminal ? 1 : everySeconds) * 1000);
      try {
        const result = await work();
        line(`${what}: done in ${seconds()} s`, true);
        return result;
      } catch (error) {
        line(`${what}: failed after ${seconds()} s`, true);
        throw error;
      } finally {
        clearInterval(tick);
      }
    },
  };
}

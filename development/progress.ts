/** Reports the progress of the set-up. */
export interface Progress {
  /** Writes one line. */
  say(line: string): void;
  /** Runs `work` and shows `what` with the elapsed seconds until it ends. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>;
}

/** The stream that {@link createProgress} writes to, such as `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Progress on a stream. A terminal shows one line that is updated each second; any other stream receives a line every
 * `everySeconds`.
 * @param options.everySeconds interval for a stream that is not a terminal @default 15
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

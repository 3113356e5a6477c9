/** Checks whether one dependency of a process is available. A rejection means that it is not. */
export type Probe = (signal: AbortSignal) => Promise<unknown>;

/** Whether a process can do its work now. */
export interface ReadinessReport {
  readonly status: 'ready' | 'unavailable';
  /** Its dependencies by name, without the reason for an outage. */
  readonly checks: Readonly<Record<string, 'ok' | 'unavailable'>>;
}

/** Never rejects, and answers within the time limit. */
export type Readiness = () => Promise<ReadinessReport>;

export interface ReadinessOptions {
  /** Less than the second that orchestrators wait by default. @default 800 */
  readonly timeoutMs?: number;
  /** How long a report is reused. @default 1_000 */
  readonly freshMs?: number;
}

/**
 * Checks all dependencies of a process concurrently. Each dependency is checked only once at a time and once in
 * `freshMs`, so that many calls do not overload it.
 */
export function createReadiness(
  probes: Readonly<Record<string, Probe>>,
  { timeoutMs = 800, freshMs = 1_000 }: ReadinessOptions = {},
): Readiness {
  const askers = Object.entries(probes).map(([name, probe]) => [name, createAsker(probe, timeoutMs)] as const);
  let report: Promise<ReadinessReport> | undefined;
  let freshUntil = 0;

  async function ask(): Promise<ReadinessReport> {
    const answers = await Promise.all(askers.map(async ([name, asker]) => [name, await asker()] as const));
    const ready = answers.every(([, there]) => there);
    return {
      status: ready ? 'ready' : 'unavailable',
      checks: Object.fromEntries(answers.map(([name, there]) => [name, there ? 'ok' : 'unavailable'])),
    };
  }

  return () => {
    if (report && performance.now() < freshUntil) return report;
    freshUntil = Number.POSITIVE_INFINITY; // until the report is complete
    report = ask().finally(() => {
      freshUntil = performance.now() + freshMs;
    });
    return report;
  };
}

/** Checks with a time limit. A check that is still running is not started a second time. */
function createAsker(probe: Probe, timeoutMs: number): () => Promise<boolean> {
  let open: Promise<boolean> | undefined;
  return () => {
    const signal = AbortSignal.timeout(timeoutMs);
    open ??= probe(signal)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        open = undefined;
      });
    const late = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
    return Promise.race([open, late]);
  };
}

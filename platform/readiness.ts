/** Asks one thing that a process needs whether it is there; a rejection says no. */
export type Probe = (signal: AbortSignal) => Promise<unknown>;

/** Whether a process can do its work now. */
export interface ReadinessReport {
  readonly status: 'ready' | 'unavailable';
  /** What it needs by name, and nothing of why it is away. */
  readonly checks: Readonly<Record<string, 'ok' | 'away'>>;
}

/** Never rejects, and answers within the time limit. */
export type Readiness = () => Promise<ReadinessReport>;

export interface ReadinessOptions {
  /** Below the second that an orchestrator waits by default. @default 800 */
  readonly timeoutMs?: number;
  /** How long a report is given again before anything is asked anew. @default 1_000 */
  readonly freshMs?: number;
}

/**
 * Asks everything that a process needs, side by side. However often it is called, each thing is asked once at a time
 * and once in `freshMs`, so that a flood of questions does not reach it.
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
      checks: Object.fromEntries(answers.map(([name, there]) => [name, there ? 'ok' : 'away'])),
    };
  }

  return () => {
    if (report && performance.now() < freshUntil) return report;
    freshUntil = Number.POSITIVE_INFINITY; // until it is there
    report = ask().finally(() => {
      freshUntil = performance.now() + freshMs;
    });
    return report;
  };
}

/** Asks within the limit. A question that is still open is not asked a second time. */
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

/** Checks whether one dependency of a process is available. A rejection means that it is not. */
export type Probe = (signal: AbortSignal) => Promise<unknown>;

/** Whether a process can do its work now. */
export interface ReadinessReport {
  readonly status: 'ready' | 'unavailable';
  /** Its dependencies by name. */
  readonly checks: Readonly<Record<string, 'ok' | 'unavailable'>>;
  /** The reasons that only the operator can mend, by dependency. */
  readonly codes?: Readonly<Record<string, string>>;
}

/** The codes of probes' errors that a report contains. Other reasons for an outage may name internals. */
const REPORTED_CODES = new Set(['engine_misconfigured']);

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
    const ready = answers.every(([, { isThere }]) => isThere);
    const codes = answers.flatMap(([name, { code }]) => (code === undefined ? [] : [[name, code]]));
    return {
      status: ready ? 'ready' : 'unavailable',
      checks: Object.fromEntries(answers.map(([name, { isThere }]) => [name, isThere ? 'ok' : 'unavailable'])),
      ...(codes.length === 0 ? {} : { codes: Object.fromEntries(codes) }),
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

interface Finding {
  readonly isThere: boolean;
  readonly code?: string;
}

/** Checks with a time limit. A check that is still running is not started a second time. */
function createAsker(probe: Probe, timeoutMs: number): () => Promise<Finding> {
  let open: Promise<Finding> | undefined;
  return () => {
    const signal = AbortSignal.timeout(timeoutMs);
    open ??= probe(signal)
      .then(() => ({ isThere: true }), absent)
      .finally(() => {
        open = undefined;
      });
    const late = new Promise<Finding>((resolve) => {
      signal.addEventListener('abort', () => resolve({ isThere: false }));
    });
    return Promise.race([open, late]);
  };
}

function absent(error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REPORTED_CODES.has(code) ? { isThere: false, code } : { isThere: false };
}

import type { InferenceSession } from 'onnxruntime-node';

/**
 * How models run: on some threads, which sleep while they have nothing to do. Threads that spin instead gain nothing
 * on an idle machine, and where others compute as well they make inference three times slower (measured on two cores).
 */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Silent: what it would print could hold shapes of the content.
    logSeverityLevel: 4,
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  };
}

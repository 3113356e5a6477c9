import type { InferenceSession } from 'onnxruntime-node';

/**
 * The options of an inference session. Threads sleep while idle: spinning gains nothing on an idle machine, and makes
 * inference three times slower if other programs compute too (measured on two cores).
 */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // No output, because it could contain shapes of the content.
    logSeverityLevel: 4,
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  };
}

import { InferenceSession } from 'onnxruntime-node';

/** Weights of 8 bits that are used as floats are converted when a model is loaded. By default, each run converts them again. */
const CONVERTED = { disable_quant_qdq: '1' } as const;

/**
 * The options of an inference session. Threads sleep while idle: spinning gains nothing on an idle machine, and makes
 * inference three times slower if other programs compute too (measured on two cores).
 */
function sessionOptions(threads: number, session: Record<string, unknown> = {}): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // No output, because it could contain shapes of the content.
    logSeverityLevel: 4,
    extra: {
      session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' }, ...CONVERTED, ...session },
    },
  };
}

/**
 * Opens an inference session.
 * @param model an ONNX model, or the path of a prepared one, whose weights are used where the file is mapped
 */
export function openSession(model: Uint8Array | string, threads: number): Promise<InferenceSession> {
  if (typeof model !== 'string') return InferenceSession.create(model, sessionOptions(threads));
  const mapped = { use_memory_mapped_ort_model: '1', use_ort_model_bytes_for_initializers: '1' };
  return InferenceSession.create(model, { ...sessionOptions(threads, mapped), graphOptimizationLevel: 'disabled' });
}

/** The options of a session that only writes the optimized model to a file. */
export function writingOptions(path: string): InferenceSession.SessionOptions {
  return { ...sessionOptions(1, { save_model_format: 'ORT' }), optimizedModelFilePath: path };
}

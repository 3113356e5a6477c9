import pino from 'pino';

/** Structured JSON log. Callers pass ids, codes, sizes and times: never content, credentials or e-mail addresses. */
export type Log = pino.Logger;

/** A log that writes JSON lines to standard output. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** The loggable part of an error: its kind and location. The message is omitted because it may quote content. */
export function describeError(error: unknown): { name: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = (error as { code?: unknown }).code;
  const stack = (error.stack ?? '').replace(error.message, ''); // the message may look like stack frames
  const frames = stack.split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return {
    name: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}

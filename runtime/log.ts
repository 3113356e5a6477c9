import pino from 'pino';

/** Structured JSON log. Callers pass ids, codes, sizes and times: never content, credentials or e-mail addresses. */
export type Log = pino.Logger;

/** A log that writes JSON lines to standard output. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

import { createHash } from 'node:crypto';
import type { AttemptFilter, AttemptPosition } from '../../webhooks/store/attempt-log.ts';
import { ApiError } from '../errors.ts';

/** The opaque cursor of a page of attempts: a position in the log, bound to the filters of the request. */
export function writeAttemptCursor({ at, attemptId }: AttemptPosition, filter: AttemptFilter): string {
  return Buffer.from(JSON.stringify([at, attemptId, fingerprint(filter)])).toString('base64url');
}

/** @throws {ApiError} 400 when it is not a cursor of this list with these filters */
export function readAttemptCursor(cursor: string, filter: AttemptFilter): AttemptPosition {
  const [at, attemptId, print] = parse(cursor);
  if (typeof at !== 'number' || typeof attemptId !== 'string') throw new ApiError(400, 'The cursor is not valid');
  if (print !== fingerprint(filter)) throw new ApiError(400, 'The cursor was made with other filters');
  return { at, attemptId };
}

function parse(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor) return [];
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // refused by the caller
  }
}

function fingerprint({ outcome, eventType, messageId }: AttemptFilter): string {
  const text = JSON.stringify([outcome ?? null, eventType ?? null, messageId ?? null]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

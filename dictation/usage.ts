import type { DictationOutcome } from '../contracts/dictation.ts';
import type { ArchivedDictation } from './archive.ts';
import { type DictationContent, type DictationRequest, rawTextOf } from './content.ts';
import { DICTATION_FIELDS, type DictationFieldName, propertyOf } from './fields.ts';
import type { UsageRecord } from './usage-store.ts';

/** The usage record of a dictation: sizes, times, names and codes. */
export function usageOf(content: DictationContent, outcome: DictationOutcome, endedAt: number): UsageRecord {
  const { request, transcript } = content;
  return {
    orgId: request.orgId,
    keyId: request.keyId,
    transcriptionId: request.transcriptionId,
    requestId: request.requestId,
    receivedAt: request.receivedAt,
    endedAt,
    source: request.source,
    outcome,
    language: request.language ?? transcript?.language ?? null,
    engine: transcript?.engine ?? null,
    rewrite: content.rewrite ?? null,
    audioBytes: request.audio?.byteLength ?? 0,
    textBytes: Buffer.byteLength(request.rawText ?? ''),
    resultBytes: outcome === 'completed' ? Buffer.byteLength(content.text ?? rawTextOf(content)) : 0,
    audioSeconds: transcript?.durationSeconds ?? null,
    audioDurationHintSeconds: request.audioDuration ?? null,
    decodeMs: transcript?.decodeMs ?? null,
    inferenceMs: transcript?.inferenceMs ?? null,
    formatMs: content.formatMs ?? null,
    platform: request.platform ?? null,
    appVersion: request.appVersion ?? null,
    ...request.callerIds,
  };
}

/** Fields that the stored request omits: `store` is always true, and the id is part of the record's key. */
const OMITTED: readonly string[] = ['store', 'transcription_id'] satisfies DictationFieldName[];

/** The request's fields as the caller sent them, for `store=true`. */
export function archivedRequest(request: DictationRequest): ArchivedDictation['request'] {
  const values: Readonly<Record<string, unknown>> = { ...request };
  const fields = Object.keys(DICTATION_FIELDS).filter((name) => !OMITTED.includes(name));
  return {
    ...Object.fromEntries(fields.map((name) => [name, (values[propertyOf(name)] ?? null) as string | number | null])),
    received_at: new Date(request.receivedAt).toISOString(),
  };
}

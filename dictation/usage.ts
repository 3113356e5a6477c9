import type { DictationOutcome } from '../contracts/dictation.ts';
import type { ArchivedDictation } from './archive.ts';
import { type DictationContent, type DictationRequest, rawTextOf } from './content.ts';
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
    audioBytes: request.audio?.length ?? 0,
    textBytes: Buffer.byteLength(request.rawText ?? ''),
    resultBytes: outcome === 'completed' ? Buffer.byteLength(content.text ?? rawTextOf(content)) : 0,
    audioSeconds: transcript?.durationSeconds ?? null,
    audioDurationHintSeconds: request.audioDurationSeconds ?? null,
    decodeMs: transcript?.decodeMs ?? null,
    inferenceMs: transcript?.inferenceMs ?? null,
    formatMs: content.formatMs ?? null,
    platform: request.platform ?? null,
    appVersion: request.appVersion ?? null,
    ...request.callerIds,
  };
}

/** The request's fields as the caller sent them, for `store=true`. */
export function archivedRequest(request: DictationRequest): ArchivedDictation['request'] {
  return {
    source: request.source,
    raw_text: request.rawText ?? null,
    context: request.context ?? null,
    dictionary: request.dictionary ?? null,
    extra_instructions: request.extraInstructions ?? null,
    language: request.language ?? null,
    audio_duration: request.audioDurationSeconds ?? null,
    app_version: request.appVersion ?? null,
    platform: request.platform ?? null,
    received_at: new Date(request.receivedAt).toISOString(),
  };
}

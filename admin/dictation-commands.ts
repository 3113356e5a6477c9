import type { ArchivedDictation } from '../dictation/archive.ts';
import type { UsageRecord } from '../dictation/usage-store.ts';
import { assertFound, type Command, instant, type Row } from './command.ts';

/** Commands about dictations. */
export const dictationCommands: readonly Command[] = [
  {
    name: 'dictation show',
    summary: 'Show what is known of a dictation; with store=true also its texts and the place of its audio',
    arguments: ['organization-id', 'transcription-id'],
    options: {},
    run: async ({ usage, archive }, given) => {
      const [orgId, transcriptionId] = [given.argument('organization-id'), given.argument('transcription-id')];
      const [record, kept] = await Promise.all([
        usage.getUsage(orgId, transcriptionId),
        archive.get(orgId, transcriptionId),
      ]);
      assertFound(record ?? kept, `dictation '${transcriptionId}'`);
      // A field of the usage record is the result, so it replaces the field of the request.
      return { transcription_id: transcriptionId, ...kept?.request, ...usageRow(record), ...answerRow(kept) };
    },
  },
  {
    name: 'dictation delete',
    summary: 'Delete what store=true kept of a dictation; its audio goes within the hour',
    arguments: ['organization-id', 'transcription-id'],
    options: {},
    run: async ({ archive }, given) => {
      const [orgId, transcriptionId] = [given.argument('organization-id'), given.argument('transcription-id')];
      assertFound((await archive.remove(orgId, transcriptionId)) || null, `a stored dictation '${transcriptionId}'`);
      return { transcription_id: transcriptionId, deleted: true };
    },
  },
];

function usageRow(usage: UsageRecord | null): Row {
  if (!usage) return {};
  return {
    outcome: usage.outcome,
    received_at: instant(usage.receivedAt),
    ended_at: instant(usage.endedAt),
    request_id: usage.requestId,
    key_id: usage.keyId,
    source: usage.source,
    language: usage.language,
    engine: usage.engine,
    rewrite: usage.rewrite,
    audio_seconds: usage.audioSeconds,
    audio_bytes: usage.audioBytes,
    text_bytes: usage.textBytes,
    result_bytes: usage.resultBytes,
    decode_ms: usage.decodeMs,
    inference_ms: usage.inferenceMs,
    format_ms: usage.formatMs,
    platform: usage.platform,
    app_version: usage.appVersion,
  };
}

function answerRow(kept: ArchivedDictation | null): Row {
  return kept ? { stored: true, ...kept.response, audio: kept.audio } : { stored: false };
}

import { ApplicationFailure, activityInfo, cancellationSignal } from '@temporalio/activity';
import {
  DICTATION_FAILURE,
  type DictationFailureCode,
  type DictationOutcome,
  FINISH_ATTEMPTS,
} from '../contracts/dictation.ts';
import type { DictationArchive } from '../dictation/archive.ts';
import { type DictationContent, type DictationContents, rawTextOf } from '../dictation/content.ts';
import { archivedRequest, usageOf } from '../dictation/usage.ts';
import type { UsageStore } from '../dictation/usage-store.ts';
import type { Formatter } from '../formatting/types.ts';
import { vocabularyOf } from '../formatting/vocabulary.ts';
import type { Metrics } from '../platform/metrics/api-metrics.ts';
import { RecordingsUnavailableError } from '../platform/recordings/types.ts';
import { storeUnavailable } from '../platform/redis/connection.ts';
import { type SpeechEngine, SpeechError, type SpeechFailureCode, type Transcript } from '../speech/types.ts';

export interface DictationActivityDeps {
  readonly contents: DictationContents;
  readonly speech: SpeechEngine;
  readonly formatter: Formatter;
  readonly usage: Pick<UsageStore, 'saveUsage'>;
  readonly archive: DictationArchive;
  readonly metrics: Pick<Metrics, 'dictations' | 'dictationStageSeconds' | 'dictationAudioSeconds' | 'rewrites'>;
  readonly maxAudioSeconds: number;
  readonly storeRetentionMs: number;
  readonly now: () => number;
}

export type DictationActivities = ReturnType<typeof createDictationActivities>;

/** An engine's failure as that of a dictation. */
function outcomeOf(code: SpeechFailureCode): DictationFailureCode {
  switch (code) {
    case 'engine_busy':
      return 'busy';
    case 'engine_failed':
      return 'engine_unavailable';
    default:
      return code;
  }
}

/** The steps of one dictation. They work on the content in this process and throw codes only. */
export function createDictationActivities(deps: DictationActivityDeps) {
  const find = (contentId: string): DictationContent => {
    const content = deps.contents.get(contentId);
    if (!content) throw failure('cancelled'); // the process restarted, or the caller left before the start
    return content;
  };

  const archive = async (content: DictationContent): Promise<void> => {
    const { request } = content;
    const rawText = rawTextOf(content);
    await deps.archive.save(
      request.orgId,
      request.transcriptionId,
      { request: archivedRequest(request), response: { text: content.text ?? rawText, raw_text: rawText } },
      request.audio,
      deps.now() + deps.storeRetentionMs,
    );
  };

  return {
    /** Transcribes the speech and keeps the words with the content. */
    async transcribeDictation(contentId: string): Promise<void> {
      const content = find(contentId);
      const { recording, language, dictionary, detail } = content.request;
      const requiresWords = detail?.words === 'required';
      if (requiresWords && !deps.speech.capabilities().wordTimes) throw failure('word_times_unavailable');
      const signal = AbortSignal.any([content.signal, cancellationSignal()]);
      try {
        content.transcript = await deps.speech.transcribe({
          audio: recording ?? { bytes: new Uint8Array() },
          language,
          vocabulary: vocabularyOf(dictionary),
          maxSeconds: deps.maxAudioSeconds,
          separateChannels: detail?.speakers ?? false,
          wantWords: requiresWords || detail?.words === 'preferred',
          onPiece: async (piece) => detail?.onPiece?.(piece),
          signal,
        });
      } catch (error) {
        throw speechFailure(content, error);
      }
      throwIfStopped(content);
      // A remote server shows what it knows in its answer.
      if (requiresWords && lacksWords(content.transcript)) throw failure('word_times_unavailable');
    },

    /** Formats the words as typed text. */
    async formatDictation(contentId: string): Promise<void> {
      const content = find(contentId);
      const { context, dictionary, extraInstructions, language } = content.request;
      const started = performance.now();
      const result = await deps.formatter.format({
        text: rawTextOf(content),
        language: language ?? content.transcript?.language ?? undefined,
        dictionary,
        context,
        extraInstructions,
        signal: AbortSignal.any([content.signal, cancellationSignal()]),
      });
      throwIfStopped(content);
      content.text = result.text;
      content.rewrite = result.rewrite;
      content.formatMs = performance.now() - started;
      deps.metrics.rewrites.inc({ outcome: result.rewrite });
    },

    /** Records the usage, keeps the content if the caller opted in, and releases the waiting caller. */
    async finishDictation(contentId: string, outcome: DictationOutcome): Promise<void> {
      const content = deps.contents.get(contentId);
      if (!content) return;
      const final = outcome === 'cancelled' ? stopCode(content) : outcome;
      try {
        await deps.usage.saveUsage(usageOf(content, final, deps.now()));
        if (content.request.store && final === 'completed') await archive(content);
      } catch (error) {
        // The recordings store has already retried for long, so the caller should try again.
        const notKept = error instanceof RecordingsUnavailableError;
        if (!notKept && activityInfo().attempt < FINISH_ATTEMPTS) {
          throw failure(storeUnavailable(error) ? 'unavailable' : 'internal_error', true);
        }
        // The usage record says that it completed, but the caller receives an error.
        if (notKept) await deps.usage.saveUsage(usageOf(content, 'unavailable', deps.now())).catch(() => {});
        deps.metrics.dictations.inc({ source: content.request.source, outcome: 'unavailable' });
        content.end({ outcome: 'unavailable', retryAfterSeconds: 1 });
        throw failure('unavailable');
      }
      deps.metrics.dictations.inc({ source: content.request.source, outcome: final });
      observeStages(deps.metrics, content);
      content.end({ outcome: final, retryAfterSeconds: content.retryAfterSeconds });
    },
  };
}

function lacksWords({ segments }: Transcript): boolean {
  return segments.length > 0 && segments.every(({ words }) => words === undefined);
}

/** Observes the duration of each stage that this dictation completed. */
function observeStages(metrics: DictationActivityDeps['metrics'], { transcript, formatMs }: DictationContent): void {
  const stages = { decode: transcript?.decodeMs, speech: transcript?.inferenceMs, format: formatMs };
  for (const [stage, ms] of Object.entries(stages)) {
    if (ms !== undefined) metrics.dictationStageSeconds.observe({ stage }, ms / 1000);
  }
  if (transcript) metrics.dictationAudioSeconds.inc(transcript.durationSeconds);
}

function speechFailure(content: DictationContent, error: unknown): ApplicationFailure {
  if (!(error instanceof SpeechError)) return failure('internal_error');
  if (error.code === 'cancelled') return failure(stopCode(content));
  content.retryAfterSeconds = error.retryAfterSeconds;
  return failure(outcomeOf(error.code));
}

/** The reason that the API gave when it stopped the dictation. */
function stopCode(content: DictationContent): DictationFailureCode {
  return content.stoppedWith() ?? 'cancelled';
}

function throwIfStopped(content: DictationContent): void {
  const code = content.stoppedWith();
  if (code !== undefined) throw failure(code);
}

function failure(code: DictationFailureCode, retryable = false): ApplicationFailure {
  return ApplicationFailure.create({ type: DICTATION_FAILURE, message: code, nonRetryable: !retryable });
}

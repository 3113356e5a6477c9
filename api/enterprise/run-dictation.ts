import { createHash, randomUUID } from 'node:crypto';
import {
  ApplicationFailure,
  CancelledFailure,
  TerminatedFailure,
  TimeoutFailure,
  WorkflowFailedError,
  type WorkflowHandle,
} from '@temporalio/client';
import { type DictationFailureCode, isDictationFailureCode } from '../../contracts/dictation.ts';
import { dictationWorkflowId } from '../../contracts/workflow-ids.ts';
import {
  createDictationContent,
  type DictationContent,
  type DictationEnd,
  type DictationRequest,
  rawTextOf,
} from '../../dictation/content.ts';
import type { Transcript } from '../../speech/types.ts';
import type { dictation } from '../../workflows/dictation.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { startOwnWorkflow } from '../own-workflow.ts';

type RunnerDeps = Pick<ApiDeps, 'dictation' | 'metrics' | 'platform'>;

/** A dictation that ended well. */
export interface CompletedDictation {
  readonly id: string;
  /** Formatted, or the raw text where formatting was not requested. */
  readonly text: string;
  readonly rawText: string;
  /** Undefined when raw text was formatted. */
  readonly transcript: Transcript | undefined;
}

/** Maximum bytes of a transcription id within a workflow id, which Temporal limits to 1,000. */
const MAX_ID_BYTES = 900;
/** Time for the workflow to record the outcome after the dictation itself. */
const MARGIN_MS = 30_000;

/**
 * Runs one dictation as a workflow and waits for its text. Stopping a dictation aborts its running activity in this
 * process, which ends the workflow sooner than a cancellation request would.
 * @param gone aborts when the caller disconnects
 * @throws {EnterpriseError} with the code that the dictation ended with
 */
export async function runDictation(
  deps: RunnerDeps,
  request: DictationRequest,
  gone: AbortSignal,
): Promise<CompletedDictation> {
  const contentId = randomUUID();
  const content = createDictationContent(request);
  const left = () => content.stop('cancelled');
  const timer = setTimeout(() => content.stop('timed_out'), deps.dictation.settings.timeoutMs);
  gone.addEventListener('abort', left, { once: true });
  if (gone.aborted) left();
  deps.dictation.contents.set(contentId, content);
  deps.metrics.dictationSlots.inc();
  try {
    const handle = await start(deps, content, contentId).catch((error: unknown) => {
      content.stop('unavailable');
      // No caller waits for the content any more, and it would accumulate while Temporal is unavailable.
      content.end({ outcome: 'unavailable', retryAfterSeconds: undefined });
      throw error;
    });
    const ended = await Promise.race([content.ended, closed(handle, content), stopped(content)]);
    if (ended.outcome !== 'completed') throw new EnterpriseError(ended.outcome, undefined, ended.retryAfterSeconds);
    const rawText = rawTextOf(content);
    const { transcript, text = rawText } = content;
    return { id: request.transcriptionId, text, rawText, transcript };
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', left);
    forget(deps, contentId, content);
  }
}

/** Drops the content when the workflow has finished with it, at the latest after the margin. */
function forget({ dictation: { contents }, metrics }: RunnerDeps, contentId: string, content: DictationContent): void {
  const drop = () => {
    if (contents.delete(contentId)) metrics.dictationSlots.dec();
  };
  const latest = setTimeout(drop, MARGIN_MS);
  latest.unref();
  void content.ended.then(() => {
    clearTimeout(latest);
    drop();
  });
}

/** Resolves with the code that the dictation was stopped with. */
function stopped({ signal, stoppedWith }: DictationContent): Promise<DictationEnd> {
  return new Promise((resolve) => {
    const end = () => resolve({ outcome: stoppedWith() ?? 'cancelled', retryAfterSeconds: undefined });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Resolves when Temporal closed the workflow. Usually the last activity has answered the caller before that. Otherwise
 * the workflow was replaced by a newer one, terminated by an operator, timed out, or failed before its last activity.
 */
async function closed(handle: WorkflowHandle<typeof dictation>, content: DictationContent): Promise<DictationEnd> {
  const error = await handle.result().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error !== undefined && !(error instanceof WorkflowFailedError)) return new Promise(() => {}); // the deadline ends it
  const outcome = closedOutcome(error?.cause);
  content.stop(outcome);
  return { outcome, retryAfterSeconds: undefined };
}

function closedOutcome(cause: unknown): DictationFailureCode {
  // The server's termination reason names the conflict policy when a newer start replaced this run.
  if (cause instanceof TerminatedFailure) return cause.message.includes('Policy') ? 'superseded' : 'cancelled';
  if (cause instanceof TimeoutFailure) return 'timed_out';
  if (cause instanceof CancelledFailure) return 'cancelled';
  if (cause instanceof ApplicationFailure && isDictationFailureCode(cause.message)) return cause.message;
  return 'internal_error';
}

function start(deps: RunnerDeps, content: DictationContent, contentId: string) {
  const { request } = content;
  const { timeoutMs } = deps.dictation.settings;
  const input = { contentId, source: request.source, stepTimeoutMs: timeoutMs + MARGIN_MS / 2 };
  return startOwnWorkflow(deps, { ...request, lifetimeMs: timeoutMs + MARGIN_MS }, (options) =>
    deps.platform.temporal.workflow.start<typeof dictation>('dictation', {
      ...options,
      workflowId: dictationWorkflowId(request.orgId, idForTemporal(request.transcriptionId)),
      args: [input],
      workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      staticSummary: summaryOf(request),
    }),
  );
}

/** The id, or its SHA-256 when it is too long: 255 characters can have more bytes than Temporal accepts. */
function idForTemporal(transcriptionId: string): string {
  if (Buffer.byteLength(transcriptionId) <= MAX_ID_BYTES) return transcriptionId;
  return `sha256:${createHash('sha256').update(transcriptionId).digest('hex')}`;
}

/** Sizes and names only, because the Temporal Web UI shows the summary. */
function summaryOf({ source, audio, rawText }: DictationRequest): string {
  return audio
    ? `${source}, ${audio.byteLength} bytes of audio`
    : `${source}, ${Buffer.byteLength(rawText ?? '')} bytes of text`;
}

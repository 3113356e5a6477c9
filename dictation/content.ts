import type { DictationOutcome, DictationSource } from '../contracts/dictation.ts';
import type { Transcript } from '../speech/types.ts';

/** A dictation as it was asked for. */
export interface DictationRequest {
  readonly orgId: string;
  readonly keyId: string;
  /** Whose id `orgId` is. @default 'organization' */
  readonly owner?: 'organization' | 'user';
  readonly transcriptionId: string;
  readonly requestId: string;
  /** What the caller sent as `x-request-id` and `traceparent`. */
  readonly callerIds?: { readonly callerRequestId?: string; readonly traceparent?: string };
  readonly source: DictationSource;
  readonly audio: Uint8Array | undefined;
  readonly rawText: string | undefined;
  readonly context: string | undefined;
  readonly dictionary: string | undefined;
  readonly extraInstructions: string | undefined;
  readonly language: string | undefined;
  readonly audioDurationSeconds: number | undefined;
  readonly appVersion: string | undefined;
  readonly platform: string | undefined;
  /** True keeps request, response and audio. */
  readonly store: boolean;
  readonly receivedAt: number;
}

/** How a dictation ended, for the caller that waits in this process. */
export interface DictationEnd {
  readonly outcome: DictationOutcome;
  readonly retryAfterSeconds: number | undefined;
}

/** One dictation's content, in the memory of the process that received it and nowhere else. */
export interface DictationContent {
  readonly request: DictationRequest;
  /** Aborts with the outcome that the dictation then has. */
  readonly abort: AbortController;
  readonly ended: Promise<DictationEnd>;
  readonly end: (end: DictationEnd) => void;
  transcript: Transcript | undefined;
  text: string | undefined;
  rewrite: string | undefined;
  formatMs: number | undefined;
  retryAfterSeconds: number | undefined;
}

/** The contents that this process holds, by content id. */
export type DictationContents = Map<string, DictationContent>;

/** A dictation at its beginning. */
export function createDictationContent(request: DictationRequest): DictationContent {
  const { promise, resolve } = Promise.withResolvers<DictationEnd>();
  return {
    request,
    abort: new AbortController(),
    ended: promise,
    end: resolve,
    transcript: undefined,
    text: undefined,
    rewrite: undefined,
    formatMs: undefined,
    retryAfterSeconds: undefined,
  };
}

/** What was said, before formatting. */
export function rawTextOf(content: DictationContent): string {
  return content.transcript?.text ?? content.request.rawText ?? '';
}

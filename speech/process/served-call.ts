import { SpeechError, type SpeechFailureCode } from '../types.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** A call, as the speech process sees it. */
export interface ServedCall {
  /** Handles the call's next message. */
  receive(message: ToProcess, payload: Uint8Array): void;
  /** Ends the call with `failed` as soon as possible. */
  cancel(): void;
}

/** Sends the messages of a call. */
export interface Answers {
  readonly id: number;
  send(message: FromProcess, payload?: Uint8Array): Promise<void>;
  /** Sends the last message of the call and removes it. */
  end(message: FromProcess): void;
}

/** The code of the error that ended a call. Errors of libraries are not exposed. */
export function failureCode(error: unknown, signal: AbortSignal): SpeechFailureCode {
  if (signal.aborted) return 'cancelled';
  return error instanceof SpeechError ? error.code : 'engine_failed';
}

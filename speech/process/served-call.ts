import { SpeechError, type SpeechFailureCode } from '../types.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** One call, as the speech process sees it. */
export interface ServedCall {
  /** Takes the call's next message. */
  receive(message: ToProcess, payload: Uint8Array): void;
  /** Ends the call with `failed`, soon. */
  cancel(): void;
}

/** How a call answers. */
export interface Answers {
  readonly id: number;
  send(message: FromProcess, payload?: Uint8Array): Promise<void>;
  /** Sends the last message of the call and forgets it. */
  end(message: FromProcess): void;
}

/** The code of what ended a call; errors of libraries stay here. */
export function failureCode(error: unknown, signal: AbortSignal): SpeechFailureCode {
  if (signal.aborted) return 'cancelled';
  return error instanceof SpeechError ? error.code : 'engine_failed';
}

import type { LiveEnd, LiveFailureCode } from '../../contracts/live.ts';
import { CLOSE } from '../../platform/http/sockets.ts';
import { ENTERPRISE_ERRORS } from '../errors.ts';

/** The message and the WebSocket close code for the end of a session. */
interface ToldEnd {
  /** Null for an end that is not an error: the connection closes without an error message. */
  readonly message: string | null;
  readonly close: number;
}

export const LIVE_END_WORDS: Readonly<Record<LiveEnd, ToldEnd>> = {
  completed: { message: null, close: CLOSE.normal },
  expired: { message: 'The session reached its maximum length', close: CLOSE.normal },
  silent: { message: 'Nobody spoke for too long', close: CLOSE.normal },
  too_fast: { message: 'The audio or the messages arrive too fast', close: CLOSE.policy },
  busy: { message: 'All live sessions are in use', close: CLOSE.tryLater },
  unsupported_language: { message: ENTERPRISE_ERRORS.unsupported_language[1], close: CLOSE.policy },
  not_live: { message: 'The configured speech engine has no live sessions', close: CLOSE.policy },
  engine_unavailable: { message: ENTERPRISE_ERRORS.engine_unavailable[1], close: CLOSE.tryLater },
  unavailable: { message: ENTERPRISE_ERRORS.unavailable[1], close: CLOSE.tryLater },
  stopping: { message: null, close: CLOSE.goingAway },
  cancelled: { message: 'An operator ended the session, or its credential is no longer valid', close: CLOSE.policy },
  lost: { message: ENTERPRISE_ERRORS.internal_error[1], close: CLOSE.internal },
  internal_error: { message: ENTERPRISE_ERRORS.internal_error[1], close: CLOSE.internal },
};

/** The message for an utterance without final words. */
export function failureMessage(code: LiveFailureCode): string {
  return ENTERPRISE_ERRORS[code][1];
}

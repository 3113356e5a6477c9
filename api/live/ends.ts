import type { LiveEnd, LiveFailureCode } from '../../contracts/live.ts';
import { CLOSE } from '../../platform/http/sockets.ts';
import { ENTERPRISE_ERRORS } from '../errors.ts';

/** The message and the WebSocket close code for the end of a session. */
interface ToldEnd {
  readonly message: string;
  readonly close: number;
}

/** `completed` and `stopping` are not errors: the connection closes without an error message. */
export const LIVE_END_WORDS: Readonly<Record<Exclude<LiveEnd, 'completed'>, ToldEnd>> = {
  expired: { message: 'The session reached its maximum length', close: CLOSE.normal },
  silent: { message: 'Nobody spoke for too long', close: CLOSE.normal },
  too_fast: { message: 'The audio or the messages arrive too fast', close: CLOSE.policy },
  busy: { message: 'All live sessions are in use', close: CLOSE.tryLater },
  unsupported_language: { message: ENTERPRISE_ERRORS.unsupported_language[1], close: CLOSE.policy },
  not_live: { message: 'The configured speech engine has no live sessions', close: CLOSE.policy },
  engine_unavailable: { message: ENTERPRISE_ERRORS.engine_unavailable[1], close: CLOSE.tryLater },
  unavailable: { message: ENTERPRISE_ERRORS.unavailable[1], close: CLOSE.tryLater },
  stopping: { message: 'The service restarts: connect again', close: CLOSE.goingAway },
  cancelled: { message: 'An operator ended the session', close: CLOSE.policy },
  lost: { message: ENTERPRISE_ERRORS.internal_error[1], close: CLOSE.internal },
  internal_error: { message: ENTERPRISE_ERRORS.internal_error[1], close: CLOSE.internal },
};

/** The message for an utterance without final words. */
export function failureMessage(code: LiveFailureCode): string {
  return ENTERPRISE_ERRORS[code][1];
}

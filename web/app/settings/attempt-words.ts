import type { WebhookAttempt } from '../api/types.ts';

const FAILURES: Readonly<Record<NonNullable<WebhookAttempt['failure']>, string>> = {
  blocked: 'The address is not public',
  dns_error: 'The host name cannot be resolved',
  connection_refused: 'The connection was refused',
  connection_failed: 'The connection failed',
  connect_timeout: 'The connection timed out',
  tls_error: 'The TLS certificate is not trusted',
  tls_timeout: 'The TLS handshake timed out',
  connection_closed: 'The connection was closed before the response',
  invalid_response: 'The response was not valid HTTP',
  response_timeout: 'No response within 20 seconds',
  headers_timeout: 'The response headers timed out',
  redirect: 'Redirected; Sotto does not follow redirects',
  gone: 'The endpoint responded with Gone and was disabled',
  status: 'The status is not 2xx',
  interrupted: 'The sending process stopped during the attempt',
};

const REASONS: Readonly<Record<NonNullable<WebhookAttempt['reason']>, string>> = {
  attempts_exhausted: 'All attempts failed',
  endpoint_gone: 'The endpoint responded with 410 Gone',
  endpoint_disabled: 'The endpoint was disabled',
  endpoint_deleted: 'The endpoint was deleted',
  note_deleted: 'The note was deleted',
  cancelled: 'The delivery was cancelled',
};

const TRIGGERS: Readonly<Record<WebhookAttempt['trigger'], string>> = {
  automatic: 'Automatic',
  ping: 'Ping',
  test: 'Test',
  redelivery: 'Redelivery',
};

/** Describes what caused an attempt, its number, and whether a crash of the sender made it repeat the attempt. */
export function describeTrigger({ trigger, attempt, repeated }: WebhookAttempt): string {
  const count = attempt !== null && attempt > 1 ? `, attempt ${attempt}` : '';
  return `${TRIGGERS[trigger]}${count}${repeated ? ', repeated after a crash' : ''}`;
}

/** Describes the outcome of an attempt. */
export function describeOutcome({ outcome, status_code: status, failure, reason }: WebhookAttempt): string {
  if (outcome === 'succeeded') return status === null ? 'Delivered' : `Delivered: ${status}`;
  if (outcome === 'failed') {
    const why = failure === null ? 'Failed' : wordsOf(FAILURES, failure);
    return status === null ? why : `${status}: ${why}`;
  }
  const what = outcome === 'skipped' ? 'Not sent' : 'Ended';
  return reason === null ? what : `${what}: ${wordsOf(REASONS, reason)}`;
}

/** The words of a code. A page that was opened before an update may not know it. */
function wordsOf<Code extends string>(words: Readonly<Record<Code, string>>, code: Code): string {
  return words[code] ?? code.replaceAll('_', ' ');
}

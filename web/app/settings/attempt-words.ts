import type { WebhookAttempt } from '../api/types.ts';

/** Every failure code of the attempt log. A test compares it with the service's list. */
export const FAILURES: Readonly<Record<string, string>> = {
  blocked: 'Its address is not a public one',
  dns_error: 'Its name does not resolve',
  connection_refused: 'It refused the connection',
  connection_failed: 'No connection could be made',
  connect_timeout: 'It did not take the connection in time',
  tls_error: 'Its certificate is not trusted',
  tls_timeout: 'Its TLS handshake took too long',
  connection_closed: 'It closed the connection before it had answered',
  invalid_response: 'Its answer was not HTTP',
  response_timeout: 'It did not answer within 20 seconds',
  headers_timeout: 'Its answer did not end in time',
  redirect: 'It redirected, which Sotto does not follow',
  gone: 'It answered Gone, and was disabled',
  status: 'It did not answer with a 2xx status',
  interrupted: 'The sending process ended in the middle',
};

const REASONS: Readonly<Record<string, string>> = {
  attempts_exhausted: 'All attempts have failed',
  endpoint_gone: 'It answered 410 Gone',
  endpoint_disabled: 'The endpoint was disabled',
  endpoint_deleted: 'The endpoint was deleted',
  note_deleted: 'The note was deleted',
  cancelled: 'It was cancelled',
};

const TRIGGERS: Readonly<Record<WebhookAttempt['trigger'], string>> = {
  automatic: 'Automatic',
  ping: 'Ping',
  test: 'Test',
  redelivery: 'Redelivery',
};

export const describeTrigger = (attempt: WebhookAttempt): string => {
  const count = attempt.attempt !== null && attempt.attempt > 1 ? `, attempt ${attempt.attempt}` : '';
  return `${TRIGGERS[attempt.trigger]}${count}`;
};

/** How an attempt ended, in words. */
export function describeOutcome({ outcome, status_code: status, failure, reason }: WebhookAttempt): string {
  if (outcome === 'succeeded') return status === null ? 'Delivered' : `Delivered: ${status}`;
  if (outcome === 'failed') {
    const why = FAILURES[failure ?? ''] ?? (failure ?? 'Failed').replaceAll('_', ' ');
    return status === null ? why : `${status}: ${why}`;
  }
  const what = outcome === 'skipped' ? 'Not sent' : 'Ended';
  return reason === null ? what : `${what}: ${REASONS[reason] ?? reason.replaceAll('_', ' ')}`;
}

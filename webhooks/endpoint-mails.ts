import { mailBodies } from '../platform/mail/bodies.ts';
import type { Mail } from '../platform/mail/mailer.ts';

/** The failing endpoint of an e-mail. */
export interface FailingEndpoint {
  readonly to: string;
  readonly url: string;
  /** Epoch milliseconds. */
  readonly failingSince: number;
  /** See {@link Mail.id}. */
  readonly id: string;
}

/** The e-mail that an endpoint has failed for 24 hours. */
export function warningMail({ to, url, failingSince, id }: FailingEndpoint): Mail {
  const host = hostOf(url);
  return {
    to,
    id,
    subject: `Your webhook endpoint at ${host} is failing`,
    ...mailBodies({
      before: [
        'Hello,',
        `every delivery to your webhook endpoint ${shown(url)} has failed since ${instant(failingSince)}.`,
        'Sotto continues to retry. If no delivery succeeds within 72 hours of that time, Sotto will disable the endpoint.',
        'The attempt log in the settings shows why each attempt failed.',
      ],
    }),
  };
}

/**
 * The e-mail that an endpoint was disabled after 72 hours of failures.
 * @param link enables it again with one click, without a sign-in
 */
export function reEnableMail({ to, url, failingSince, id }: FailingEndpoint, link: string): Mail {
  const host = hostOf(url);
  return {
    to,
    id,
    subject: `Your webhook endpoint at ${host} was disabled`,
    ...mailBodies({
      before: [
        'Hello,',
        `every delivery to your webhook endpoint ${shown(url)} has failed since ${instant(failingSince)}, so Sotto disabled it.`,
        'Sotto does not send events that happen while the endpoint is disabled. Use the notes API to fetch the notes that you missed.',
        'When the endpoint works again, enable it here:',
      ],
      action: { link, label: 'Enable the endpoint' },
    }),
  };
}

/** Removes the query, which may contain a secret of the receiver. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function instant(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

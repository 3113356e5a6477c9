import { ApplicationFailure } from '@temporalio/common';
import { DISABLE_AFTER_MS, WARN_AFTER_MS } from '../contracts/schedule.ts';
import type { EndpointMail, StreakDecision, WatchedEndpoint } from '../contracts/webhook.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { MailError, type Mailer } from '../platform/mail/mailer.ts';
import { reEnableMail, warningMail } from '../webhooks/endpoint-mails.ts';
import type { ReEnableTokens } from '../webhooks/re-enable-token.ts';
import type { WebhookAttemptStore } from '../webhooks/store/attempts.ts';
import type { WebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import type { WebhookWorkflows } from '../webhooks/workflow-client.ts';

export interface StreakActivityDeps {
  readonly endpoints: Pick<WebhookEndpointStore, 'get'>;
  readonly attempts: Pick<WebhookAttemptStore, 'decide' | 'pending' | 'forgetPending'>;
  readonly users: { get(userId: string): Promise<{ readonly email: string } | null> };
  readonly mailer: Pick<Mailer, 'send'>;
  readonly workflows: Pick<WebhookWorkflows, 'signalEvents'>;
  readonly reEnableTokens: Pick<ReEnableTokens, 'sign'>;
  /** Base URL for users, without a trailing slash. */
  readonly publicUrl: string;
  readonly log: Log;
  /** @default Date.now */
  readonly now?: Clock;
}

/** The steps of `endpointWatch`. */
export function createStreakActivities(deps: StreakActivityDeps) {
  const { endpoints, attempts, users, mailer, workflows, reEnableTokens, publicUrl, log, now = Date.now } = deps;

  async function reEnableLink(claim: WatchedEndpoint & { generation: number }): Promise<string> {
    return `${publicUrl}/v1/app/webhook-endpoints/re-enable?token=${await reEnableTokens.sign(claim)}`;
  }

  return {
    /** Decides whether a failing endpoint is warned about or disabled now. */
    async decideStreak({ decisionId, ...endpoint }: WatchedEndpoint & { decisionId: string }): Promise<StreakDecision> {
      const limits = { decisionId, warnAfterMs: WARN_AFTER_MS, disableAfterMs: DISABLE_AFTER_MS };
      const state = await attempts.decide(endpoint, limits);
      return state.kind === 'wait' ? { kind: 'wait', waitMs: Math.max(0, state.dueAt - now()) } : state;
    },

    /** Mails the endpoint's user. Throws when the mail server is unavailable, so that Temporal retries. */
    async sendEndpointMail({ userId, endpointId, kind, failingSince, generation }: EndpointMail): Promise<void> {
      const [user, endpoint] = await Promise.all([users.get(userId), endpoints.get(userId, endpointId)]);
      if (!user || !endpoint) return;
      const about = { to: user.email, url: endpoint.url, failingSince, id: `${kind}-${endpointId}-${failingSince}` };
      const mail =
        kind === 'warn'
          ? warningMail(about)
          : reEnableMail(about, await reEnableLink({ userId, endpointId, generation }));
      try {
        await mailer.send(mail);
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        log.warn({ endpointId, code: error.code }, "Cannot mail an endpoint's user");
        const nonRetryable = error.code === 'mail_refused';
        throw ApplicationFailure.create({ type: 'MailError', message: error.code, nonRetryable });
      }
    },

    /** Ends the deliveries that wait for an endpoint that was disabled or deleted. May be repeated. */
    async endPendingDeliveries({ generation, ...endpoint }: WatchedEndpoint & { generation: number }): Promise<void> {
      const { userId, endpointId } = endpoint;
      const [waiting, there] = await Promise.all([
        attempts.pending(userId, endpointId),
        endpoints.get(userId, endpointId),
      ]);
      const reason = there ? 'endpoint_disabled' : 'endpoint_deleted';
      await workflows.signalEvents(waiting, { endpointId, generation, reason }, (gone) =>
        attempts.forgetPending(userId, endpointId, gone),
      );
    },
  };
}

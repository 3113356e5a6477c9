import { ApplicationFailure } from '@temporalio/common';
import type { Mailer } from '../mail/mailer.ts';
import { MailError } from '../mail/mailer.ts';
import { reEnableMail, warningMail } from '../mail/webhook-mails.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { NoteRecord } from '../store/note-record.ts';
import type { WebhookAttemptStore } from '../store/webhook-attempts.ts';
import type { WebhookEndpointStore } from '../store/webhook-endpoints.ts';
import type { Sender } from '../webhooks/egress/sender.ts';
import { noteData, pingData, sampleNote, serialize } from '../webhooks/payload.ts';
import type { ReEnableTokens } from '../webhooks/re-enable-token.ts';
import type { EndReason } from '../webhooks/types.ts';
import { DISABLE_AFTER_MS, delayAfterMs, WARN_AFTER_MS } from '../workflows/schedule.ts';
import type {
  AttemptInput,
  AttemptResult,
  EndpointMail,
  ManualSend,
  StreakDecision,
  WatchedEndpoint,
} from '../workflows/webhook-types.ts';
import { createAttemptMaker, type MadeAttempt } from './webhook-attempt.ts';
import type { WebhookWorkflows } from './webhook-workflows.ts';

export interface WebhookActivityDeps {
  readonly endpoints: WebhookEndpointStore;
  readonly attempts: WebhookAttemptStore;
  readonly notes: { get(userId: string, noteId: string): Promise<NoteRecord | null> };
  readonly users: { get(userId: string): Promise<{ readonly email: string } | null> };
  readonly sender: Sender;
  readonly mailer: Mailer;
  readonly workflows: WebhookWorkflows;
  readonly reEnableTokens: ReEnableTokens;
  /** Where users reach the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The most requests that may be open to one endpoint. */
  readonly concurrency: number;
  readonly log: Log;
  /** @default Date.now */
  readonly now?: Clock;
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** The steps of `webhookEvent`, `manualSend` and `endpointWatch`. Outcomes are returned, our own malfunctions thrown. */
export function createWebhookActivities(deps: WebhookActivityDeps) {
  const { endpoints, attempts, notes, workflows, publicUrl, now = Date.now, log } = deps;
  const makeAttempt = createAttemptMaker({ ...deps, now });

  const compose = (userId: string, noteId: string, type: 'note.processed' | 'note.failed') => async (nowMs: number) => {
    const note = await notes.get(userId, noteId);
    return note && serialize(type, noteData(type, note, publicUrl), nowMs);
  };

  /** Tells the endpoint's watch what an attempt brought about. Again after a crash: it only looks anew. */
  async function follow(endpoint: WatchedEndpoint, made: MadeAttempt): Promise<void> {
    const effects = made.kind === 'made' ? made.effects : null;
    if (!effects) return;
    if (effects.watch) await workflows.watch(endpoint);
    if (effects.recovered) await workflows.streakEnded(endpoint);
    if (effects.disabledGeneration !== null) await workflows.endDeliveries(endpoint, effects.disabledGeneration);
  }

  return {
    /** One automatic attempt. */
    async attemptDelivery(input: AttemptInput): Promise<AttemptResult> {
      const { userId, noteId, type, messageId, attempt } = input;
      const made = await makeAttempt({
        ...input,
        attemptId: `${messageId}.${attempt}`,
        eventType: type,
        trigger: 'automatic',
        delayAfterMs: delayAfterMs(attempt),
        compose: compose(userId, noteId, type),
      });
      await follow(input, made);
      return resultOf(made);
    },

    /** One send that a person asked for: made once at most, whatever happens. */
    async sendManually(input: ManualSend): Promise<AttemptResult> {
      const { userId, noteId, type, trigger } = input;
      const made = await makeAttempt({
        ...input,
        eventType: type,
        generation: null,
        attempt: 1,
        delayAfterMs: null,
        compose: async (nowMs) => {
          if (type === 'ping') return serialize(type, pingData(), nowMs);
          if (trigger === 'test') return serialize(type, noteData(type, sampleNote(userId, nowMs), publicUrl), nowMs);
          return compose(userId, noteId ?? '', type)(nowMs);
        },
      });
      await follow(input, made);
      return resultOf(made);
    },

    /** Records that a delivery or a manual send ended without being sent any more. */
    async recordEnd(input: EndInput): Promise<void> {
      const { userId, endpointId, messageId, type, noteId, trigger, reason } = input;
      await attempts.record(userId, endpointId, {
        ...{
          attemptId: input.attemptId ?? `${messageId}.ended`,
          at: await now(),
          messageId,
          eventType: type,
          noteId,
          trigger,
        },
        ...{ outcome: 'ended', reason, attempt: null, status: null, failure: null, location: null, durationMs: null },
        ...{ nextAttemptAt: null, repeated: false },
      });
    },

    /** Decides whether a failing endpoint is to be warned of or disabled now. */
    async decideStreak({ decisionId, ...endpoint }: WatchedEndpoint & { decisionId: string }): Promise<StreakDecision> {
      const limits = { decisionId, warnAfterMs: WARN_AFTER_MS, disableAfterMs: DISABLE_AFTER_MS };
      const state = await attempts.decide(endpoint, limits);
      return state.kind === 'wait' ? { kind: 'wait', waitMs: Math.max(0, state.dueAt - (await now())) } : state;
    },

    /** Mails the endpoint's user. A mail server that is away is thrown, and Temporal tries again. */
    async sendEndpointMail(input: EndpointMail): Promise<void> {
      const { userId, endpointId, kind, failingSince, generation } = input;
      const [user, endpoint] = await Promise.all([deps.users.get(userId), endpoints.get(userId, endpointId)]);
      if (!user || !endpoint) return;
      const about = { to: user.email, url: endpoint.url, failingSince, id: `${kind}-${endpointId}-${failingSince}` };
      const token = await deps.reEnableTokens.sign({ userId, endpointId, generation });
      const link = `${publicUrl}/v1/app/webhook-endpoints/re-enable?token=${token}`;
      const mail = kind === 'warn' ? warningMail(about) : reEnableMail(about, link);
      try {
        await deps.mailer.send(mail);
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        log.warn({ endpointId, code: error.code }, "Cannot mail an endpoint's user");
        const nonRetryable = error.code === 'mail_refused';
        throw ApplicationFailure.create({ type: 'MailError', message: error.code, nonRetryable });
      }
    },

    /** Ends what waits for an endpoint that was disabled or deleted. May be repeated. */
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

/** What is recorded of a delivery that ended. */
export interface EndInput extends WatchedEndpoint, Pick<ManualSend, 'messageId' | 'type' | 'noteId'> {
  /** Of a manual send; an automatic delivery has one end. */
  readonly attemptId?: string;
  readonly trigger: ManualSend['trigger'] | 'automatic';
  readonly reason: EndReason;
}

function resultOf(made: MadeAttempt): AttemptResult {
  switch (made.kind) {
    case 'busy':
      return { kind: 'busy' };
    case 'note_deleted':
      return { kind: 'ended', reason: 'note_deleted' };
    case 'disabled':
      return { kind: 'ended', reason: 'endpoint_disabled' };
    case 'deleted':
      return { kind: 'ended', reason: 'endpoint_deleted' };
    case 'made': {
      const { failure } = made.entry;
      if (failure === null) return { kind: 'delivered' };
      return failure === 'gone' ? { kind: 'ended', reason: 'endpoint_gone' } : { kind: 'failed', failure };
    }
  }
}

import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { ManualSend } from '../../contracts/webhook.ts';
import { endpointWatchWorkflowId, manualSendWorkflowId } from '../../contracts/workflow-ids.ts';
import { mirrorClock } from '../support/clock.ts';
import { elapseEvent, resultOf } from '../support/elapse.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startTimeSkipping } from '../support/temporal.ts';
import {
  startCase,
  startWebhookService,
  type WebhookService,
  type WebhookServiceOptions,
} from '../support/webhooks.ts';

export type Case = Awaited<ReturnType<typeof startCase>>;

/** Webhook delivery with a receiver, where days are skipped. */
export interface SkippingWebhooks {
  readonly env: TestWorkflowEnvironment;
  readonly redis: TestRedis;
  readonly service: WebhookService;
  readonly receiver: Receiver;
  /** Skips time until an event's workflow ends, and returns its outcome by endpoint. */
  outcomesOf(one: Case, messageId?: string, endpointIds?: readonly string[]): Promise<Record<string, string>>;
  /** Clears the receiver's requests and makes it answer 204 again. */
  reset(): void;
  stop(): Promise<void>;
}

export async function startSkippingWebhooks(
  options: Pick<WebhookServiceOptions, 'sender' | 'mailUrl'> & {
    /** The clock of the service. @default the server's, which skips time */
    readonly now?: (env: TestWorkflowEnvironment) => number | Promise<number>;
  } = {},
): Promise<SkippingWebhooks> {
  const { now = (skipping) => skipping.currentTimeMs(), ...rest } = options;
  const [env, redis, receiver] = await Promise.all([startTimeSkipping(), startRedis(), startReceiver()]);
  const { nativeConnection: connection, namespace } = env;
  const service = await startWebhookService({
    ...rest,
    redis: redis.redis,
    connection,
    namespace,
    clock: mirrorClock(() => now(env)),
  });
  return {
    env,
    redis,
    service,
    receiver,
    outcomesOf: (one, messageId = one.messageId, endpointIds = [one.endpointId]) =>
      elapseEvent(env, service, { userId: one.userId, endpointIds }, messageId),
    reset: () => {
      receiver.requests.length = 0;
      receiver.answerWith(204);
    },
    stop: async () => {
      await service.stop();
      await Promise.all([env.teardown(), redis.stop(), receiver.stop()]);
    },
  };
}

/** Answers the nth request for a message with the nth status, and later ones with the last status. */
export function answerInTurn(receiver: Receiver, statuses: readonly number[]): void {
  const seen = new Map<string, number>();
  receiver.answerWith((response, request) => {
    const id = String(request.headers['webhook-id']);
    const turn = seen.get(id) ?? 0;
    seen.set(id, turn + 1);
    response.writeHead(statuses[Math.min(turn, statuses.length - 1)] ?? 500).end();
  });
}

/** The due time of the retry that an event waits for. */
export async function waitingForRetry(one: Case): Promise<number> {
  const due = async () => (await one.log()).at(-1)?.nextAttemptAt;
  return (await eventually('the event waits for its retry', due)) as number;
}

/** An endpoint whose first automatic delivery has just failed. */
export async function startFailing({ service, receiver }: SkippingWebhooks): Promise<Case & { since: number }> {
  receiver.answerWith(500);
  const one = await startCase(service, receiver.url);
  await one.emit();
  const since = await eventually('the streak began', async () => (await one.state())?.failingSince);
  await eventually('it is watched', () => isWatched(service, one));
  return { ...one, since };
}

export async function isWatched(service: WebhookService, { endpointId }: Case): Promise<boolean> {
  const watch = service.client.workflow.getHandle(endpointWatchWorkflowId(endpointId));
  return watch.describe().then(
    ({ status }) => status.name === 'RUNNING',
    () => false,
  );
}

export function unwatched(service: WebhookService, one: Case): Promise<unknown> {
  return eventually('the watch ended', async () => !(await isWatched(service, one)));
}

/** Makes a manual send and returns its outcome. */
export async function sendManually(
  service: WebhookService,
  { userId, endpointId, messageId, note }: Case,
  trigger: ManualSend['trigger'] = 'ping',
): Promise<{ outcome: string }> {
  const attemptId = `att_${crypto.randomUUID()}`;
  const type = trigger === 'ping' ? 'ping' : 'note.processed';
  const send = { userId, endpointId, attemptId, messageId, trigger, type, noteId: note.noteId } as const;
  await service.workflows.startManualSend(send);
  return resultOf(service, manualSendWorkflowId(attemptId));
}

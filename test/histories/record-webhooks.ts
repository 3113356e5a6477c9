import { endpointWatchWorkflowId, manualSendWorkflowId, webhookEventWorkflowId } from '../../contracts/workflow-ids.ts';
import { mirrorClock } from '../support/clock.ts';
import { elapseEvent, elapseUntil } from '../support/elapse.ts';
import { eventually } from '../support/eventually.ts';
import { commitHistory } from '../support/histories.ts';
import { startReceiver } from '../support/receiver.ts';
import { startRedis } from '../support/redis.ts';
import { startTimeSkipping } from '../support/temporal.ts';
import { addEndpoint, startCase, startWebhookService } from '../support/webhooks.ts';

const HOUR = 60 * 60 * 1000;

/** Records the outcomes of the webhook workflows. Run it after a deliberate change. */
export async function record(): Promise<void> {
  const [env, redis, receiver] = await Promise.all([startTimeSkipping(), startRedis(), startReceiver()]);
  const service = await startWebhookService({
    redis: redis.redis,
    connection: env.nativeConnection,
    namespace: env.namespace,
    clock: mirrorClock(() => env.currentTimeMs()),
  });
  type Case = Awaited<ReturnType<typeof startCase>>;
  const keep = (name: string, workflowId: string) => commitHistory(service.client, name, workflowId);
  const ended = (one: Case, endpointIds = [one.endpointId]) =>
    elapseEvent(env, service, { userId: one.userId, endpointIds }, one.messageId);
  const keepEvent = async (name: string, one: Case, endpointIds?: string[]) => {
    await ended(one, endpointIds);
    await keep(`webhook-event-${name}`, webhookEventWorkflowId(one.messageId));
  };
  const failing = async () => {
    receiver.answerWith(500);
    const one = await startCase(service, receiver.url);
    await one.emit();
    await eventually('it waits', async () => (await one.log()).length === 1);
    return one;
  };

  try {
    const delivered = await startCase(service, receiver.url);
    await delivered.emit();
    await keepEvent('delivered', delivered);

    await keepEvent('attempts-exhausted', await failing());

    const retried = await failing();
    receiver.answerWith(200);
    await keepEvent('delivered-later', retried);

    const deleted = await failing();
    service.deleteNote(deleted.note);
    await keepEvent('note-deleted', deleted);

    const disabled = await failing();
    await service.endpoints.disable(disabled.userId, disabled.endpointId);
    await service.workflows.endDeliveries(disabled, 1);
    await keepEvent('endpoint-disabled', disabled);

    const removed = await failing();
    await service.endpoints.remove(removed.userId, removed.endpointId);
    await keepEvent('endpoint-deleted', removed);

    receiver.answerWith(410);
    const gone = await startCase(service, receiver.url);
    await gone.emit();
    await keepEvent('endpoint-gone', gone);

    const cancelled = await failing();
    const handle = service.client.workflow.getHandle(webhookEventWorkflowId(cancelled.messageId));
    await handle.cancel();
    await handle.result().catch(() => {});
    await keep('webhook-event-cancelled', webhookEventWorkflowId(cancelled.messageId));

    const good = await startReceiver();
    receiver.answerWith(500);
    const mixed = await startCase(service, receiver.url);
    const second = await addEndpoint(service, mixed.userId, good.url);
    await mixed.emit();
    await keepEvent('partly-delivered', mixed, [mixed.endpointId, second.endpointId]);
    await good.stop();

    for (const [name, status] of [
      ['delivered', 204],
      ['failed', 500],
      ['endpoint-gone', 410],
    ] as const) {
      receiver.answerWith(status);
      const one = await startCase(service, receiver.url);
      const attemptId = `att_${name}`;
      const { userId, endpointId, messageId } = one;
      await service.workflows.startManualSend({
        userId,
        endpointId,
        messageId,
        attemptId,
        trigger: 'ping',
        type: 'ping',
        noteId: null,
      });
      await service.client.workflow.getHandle(manualSendWorkflowId(attemptId)).result();
      await keep(`manual-send-${name}`, manualSendWorkflowId(attemptId));
    }

    for (const [name, hours] of [
      ['disabled', 72],
      ['warned', 24],
      ['recovered', 1],
    ] as const) {
      const one = await failing();
      const since = (await one.state())?.failingSince ?? 0;
      await elapseUntil(env, since + hours * HOUR + 5_000);
      if (name !== 'disabled') {
        if (name === 'warned')
          await eventually(
            'the warning',
            async () =>
              (await redis.redis.hget(`v1:{${one.userId}}:webhook-endpoint:${one.endpointId}`, 'warnedBy')) !== null,
          );
        receiver.answerWith(200);
        await one.emit('note.processed', `${one.messageId}-2`);
      }
      await service.client.workflow.getHandle(endpointWatchWorkflowId(one.endpointId)).result();
      await keep(`endpoint-watch-${name}`, endpointWatchWorkflowId(one.endpointId));
    }
  } finally {
    await service.stop();
    await Promise.all([env.teardown(), redis.stop(), receiver.stop()]);
  }
}

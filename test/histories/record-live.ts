import { commitHistory } from '../support/histories.ts';
import { connectLive, type LiveClient, samplePcm } from '../support/live.ts';
import { startBase, startService } from '../support/service.ts';

/** Records how live sessions end: by their client, by an operator, and by silence. */
export async function record(): Promise<void> {
  const base = await startBase();
  const service = await startService(base, { LIVE_MAX_SILENCE: '8s' });
  const pcm = await samplePcm(24_000);
  const headers = { authorization: `Bearer ${service.apiKey}` };

  async function recordOne(name: string, end: (client: LiveClient, workflowId: string) => Promise<unknown>) {
    const client = await connectLive(`${service.url}/v1/realtime`, { headers });
    const { session } = await client.next('session.created');
    const workflowId = `live/${service.organizationId}/${(session as { id: string }).id}`;
    await end(client, workflowId);
    const handle = base.client.workflow.getHandle(workflowId);
    await handle.result().catch(() => {});
    await commitHistory(base.client, `live-session-${name}`, workflowId);
  }

  await recordOne('completed', async (client) => {
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.from(pcm).toString('base64') });
    client.send({ type: 'input_audio_buffer.commit' });
    await client.next('conversation.item.input_audio_transcription.completed');
    await client.close();
  });
  await recordOne('cancelled', async (client, workflowId) => {
    await base.client.workflow.getHandle(workflowId).cancel();
    await client.closed;
  });
  await recordOne('silent', (client) => client.closed);
  await service.api.stop();
  await base.stop();
}

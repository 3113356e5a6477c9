import { dictate, longSampleAudio } from '../support/dictate.ts';
import { commitHistory } from '../support/histories.ts';
import { startBase, startService } from '../support/service.ts';

/** Records every outcome of `dictation`. Run it after a deliberate change. */
export async function record(): Promise<void> {
  const base = await startBase();
  const service = await startService(base, { DICTATION_TIMEOUT: '3s' });
  const audio = await longSampleAudio();
  const silent = new Uint8Array(3_000).fill(7);
  const outcomes = {
    smart: { source: 'smart', audio },
    transcription: { source: 'transcription', audio },
    format: { source: 'format', raw_text: 'um hello comma world' },
    'audio-undecodable': { source: 'smart', audio: silent },
    'unsupported-language': { source: 'smart', audio, language: 'de' },
  };
  for (const [name, fields] of Object.entries(outcomes)) {
    await dictate(service, { ...fields, transcription_id: name });
    const workflowId = `dictation/${service.organizationId}/${name}`;
    await base.client.workflow.getHandle(workflowId).result().catch(() => {});
    await commitHistory(base.client, `dictation-${name}`, workflowId);
  }
  await service.api.stop();
  await base.stop();
}

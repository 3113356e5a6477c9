import { noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { longSampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { commitHistory } from '../support/histories.ts';
import { startFailedNote, startNoteScenarios } from '../support/note-scenarios.ts';
import { type NoteService, startNoteService, startNoteUser } from '../support/notes.ts';

/** Records the outcomes of `note`. Run it after a deliberate change. */
export async function record(): Promise<void> {
  await recordTranscriptions();
  await recordSteps();
  const { service, noteId } = await startFailedNote();
  await keep(service, 'processing-failed', noteId);
  await service.stop();
}

/** The outcomes up to the transcription of a note. */
async function recordTranscriptions(): Promise<void> {
  const service = await startNoteService();
  try {
    const user = await startNoteUser(service);
    const audio = new Uint8Array(await longSampleAudio());
    service.openai.answer(() => Response.json({ text: 'budget meeting tomorrow' }));
    await keep(service, 'completed', (await user.upload(audio)).body.note_id);
    await keep(service, 'audio-undecodable', (await user.upload('this is no audio')).body.note_id);

    const gate = Promise.withResolvers<void>();
    service.openai.answer(async () => {
      await gate.promise;
      return Response.json({ text: 'late words' });
    });
    const reprocessed = (await user.upload(audio)).body.note_id;
    await asked(service);
    service.openai.answer(() => Response.json({ text: 'second hearing' }));
    await user.call('POST', `/notes/${reprocessed}/reprocess`);
    await keep(service, 'reprocessed', reprocessed);

    service.openai.answer(async () => {
      await gate.promise;
      return Response.json({ text: 'late words' });
    });
    const cancelled = (await user.upload(audio)).body.note_id;
    await asked(service);
    await user.call('DELETE', `/notes/${cancelled}`);
    await keep(service, 'cancelled', cancelled);
    gate.resolve();
  } finally {
    await service.stop();
  }
}

/** The outcomes of the short steps. */
async function recordSteps(): Promise<void> {
  const scenarios = await startNoteScenarios();
  const { service } = scenarios;
  try {
    await keep(service, 'step-retried', await scenarios.stepRetried());
    await keep(service, 'step-outwaited', (await scenarios.stepOutwaited()).noteId);
    await keep(service, 'reprocessed-while-described', (await scenarios.reprocessedWhileDescribed()).noteId);
    await keep(service, 'reprocessed-at-its-end', (await scenarios.reprocessedAtItsEnd()).noteId);
    await keep(service, 'reprocessed-while-told', (await scenarios.reprocessedWhileTold()).noteId);
    await keep(service, 'cancelled-while-described', (await scenarios.deletedWhileDescribed()).noteId);
    await keep(service, 'gone', await scenarios.gone());
  } finally {
    await scenarios.stop();
  }
}

async function asked({ openai }: NoteService): Promise<void> {
  const before = openai.requests.length;
  await eventually('the engine is asked', () => openai.requests.length > before, { timeoutMs: 30_000 });
}

async function keep({ client }: NoteService, name: string, noteId: string): Promise<void> {
  const workflowId = noteWorkflowId(noteId, 1);
  await client.workflow
    .getHandle(workflowId)
    .result()
    .catch(() => {});
  await commitHistory(client, `note-${name}`, workflowId);
}

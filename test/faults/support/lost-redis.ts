import { expect } from 'bun:test';
import { sampleAudio } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { createCustomer } from '../../support/service.ts';
import type { ProxiedService } from './proxied-service.ts';
import { createUser } from './user.ts';
import { beginWork, PATIENCE } from './work-under-way.ts';

/**
 * Replaces Redis by an empty one during a note, a webhook and a dictation. Its data is lost: old credentials
 * are refused, and running work ends. Requests that do not need it are served, and new accounts work.
 */
export async function loseRedis(service: ProxiedService): Promise<void> {
  const { base, customer } = service;
  const work = await beginWork(service);
  const asked = service.speech.requests.length;
  const dictation = service.dictate({ source: 'smart', audio: await sampleAudio() });
  await eventually('the speech engine has it', () => service.speech.requests.length > asked, PATIENCE);

  await base.redis.loseAll();
  work.letGo();
  // The content of a dictation was never in Redis.
  expect((await dictation).status).toBe(200);
  await eventually('old credentials are known to be none', async () => {
    expect((await service.dictate()).body.code).toBe('credential_invalid');
    expect((await service.call('GET', '/v1/app/notes')).status).toBe(401);
    return true;
  });
  await nothingRuns(service, work.noteIds);

  Object.assign(customer, await createCustomer(base));
  service.user = await createUser(base);
  await service.works();
  const made = await service.call('POST', '/v1/app/webhook-endpoints', JSON.stringify({ url: service.receiver.url }));
  service.endpointId = made.body.endpoint_id;
  await service.completed((await service.upload()).body.note_id);
}

/** No run or event of these notes is retried forever: each has ended, and not by a timeout. */
async function nothingRuns({ base: { client } }: ProxiedService, noteIds: readonly string[]): Promise<void> {
  const statuses = async () => {
    const found: string[] = [];
    for (const noteId of noteIds) {
      for await (const { status } of client.workflow.list({ query: `SottoNote = '${noteId}'` }))
        found.push(status.name);
    }
    return found;
  };
  const ended = async () => !(await statuses()).includes('RUNNING');
  await eventually('all that was under way has ended', ended, PATIENCE);
  expect((await statuses()).length).toBeGreaterThanOrEqual(3); // two notes and an event
}

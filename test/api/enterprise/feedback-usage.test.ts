import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createFeedbackStore } from '../../../dictation/feedback-store.ts';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { form } from '../../support/api.ts';
import { dictate } from '../../support/dictate.ts';
import { createCustomer, startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

const RETENTION_MS = 90 * 24 * 3_600_000;

let base: TestBase;
let service: TestService;
beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
}, 60_000);
afterAll(async () => {
  await service?.api.stop();
  await base?.stop();
});

const send = (apiKey: string, id: string) =>
  fetch(`${service.url}/v1/enterprise/transcriptions/${encodeURIComponent(id)}/feedback`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form({ sentiment: 'like' }),
  });

test('feedback is joined with the usage of the dictation that it is about, whose words stay out of it', async () => {
  const fields = { source: 'format', raw_text: 'the canary sings', platform: 'desktop', app_version: '2.1' };
  const { status, body } = await dictate(service, { ...fields, transcription_id: 'mein Diktat/1' });
  expect({ status, id: body['id'] }).toEqual({ status: 200, id: 'mein Diktat/1' });
  const stranger = await createCustomer(base);
  expect((await send(service.apiKey, 'mein Diktat/1')).status).toBe(201);
  expect((await send(stranger.apiKey, 'mein Diktat/1')).status).toBe(201);

  const { redis } = base.redis;
  const usage = createUsageStore(redis, { retentionMs: RETENTION_MS });
  const retention = { usageRetentionMs: RETENTION_MS, storeRetentionMs: RETENTION_MS };
  const feedback = createFeedbackStore(redis, { usage, ...retention, now: Date.now });
  const [mine] = await feedback.list(service.organizationId, 10);
  expect(mine?.usage).toMatchObject({ source: 'format', outcome: 'completed', platform: 'desktop', appVersion: '2.1' });
  expect(mine?.usage?.orgId).toBe(service.organizationId);
  expect(JSON.stringify(mine)).not.toContain('canary');
  const [theirs] = await feedback.list(stranger.organizationId, 10);
  expect(theirs).toMatchObject({ transcriptionId: 'mein Diktat/1', usage: null });
});

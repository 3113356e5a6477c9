import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { createSessionStore } from '../../../accounts/sessions.ts';
import { createUserStore } from '../../../accounts/users.ts';
import { createDictationArchive } from '../../../dictation/archive.ts';
import { createUsageStore } from '../../../dictation/usage-store.ts';
import { type Fields, formOf, sampleAudio } from '../../support/dictate.ts';
import { startBase, startService, type TestBase, type TestService } from '../../support/service.ts';

let base: TestBase;
let service: TestService;
beforeAll(async () => {
  base = await startBase();
  service = await startService(base);
}, 60_000);
afterAll(async () => {
  await service.api.stop();
  await base.stop();
});

async function signIn() {
  const { redis } = base.redis;
  const { userId } = await createUserStore(redis).ensure({ email: `${randomUUID()}@example.org` });
  const headers = { cookie: `sotto_session=${await createSessionStore(redis).begin(userId)}` };
  const call = async (method: string, path: string, body?: object) => {
    const sent = body instanceof FormData ? body : body && JSON.stringify(body);
    const response = await fetch(`${service.url}/v1/app${path}`, { method, headers, ...(sent ? { body: sent } : {}) });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };
  return { userId, call, dictate: (fields: Fields) => call('POST', '/dictate', formOf(fields)) };
}

interface Answer {
  readonly id: string;
  readonly text: string;
  readonly raw_text: string;
  readonly detail: string;
  readonly terms: readonly string[];
}

describe('POST /v1/app/dictate', () => {
  test("gives the words of speech, formatted by the user's own dictionary, and records usage without content", async () => {
    const { userId, call, dictate } = await signIn();
    const preferences = { dictionary: 'country => Gefährten', instructions: '', language: 'en' };
    expect(await call('PUT', '/dictation-settings', preferences)).toMatchObject({ status: 200, body: preferences });
    const { status, body } = await dictate({ source: 'smart', audio: await sampleAudio() });
    expect(status).toBe(200);
    expect(body.raw_text).toMatch(/what you can do for your country/i);
    expect(body.text).toMatch(/what you can do for your Gefährten/i);
    const usage = await createUsageStore(base.redis.redis, { retentionMs: 1 }).getUsage(userId, body.id);
    expect(usage).toMatchObject({ orgId: userId, keyId: 'app', outcome: 'completed', source: 'smart' });
    expect(JSON.stringify(usage).toLowerCase()).not.toContain('country');
    const description = await base.client.workflow.getHandle(`dictation/${userId}/${body.id}`).describe();
    expect(JSON.stringify(description.typedSearchAttributes)).toContain('SottoUser');
  });

  test('keeps nothing without store=true', async () => {
    const { userId, dictate } = await signIn();
    const nothing = { put: () => Promise.reject(new Error('Only reads are meant')) };
    const archive = createDictationArchive(base.redis.redis, nothing, { retentionMs: 1 });
    const kept = async (fields: Fields) => {
      const { body } = await dictate({ source: 'format', raw_text: 'hello there', ...fields });
      return (await archive.get(userId, body.id)) !== null;
    };
    expect([await kept({}), await kept({ store: 'true' })]).toEqual([false, true]);
  });

  test("adds a request's own dictionary to the user's", async () => {
    const { call, dictate } = await signIn();
    await call('PUT', '/dictation-settings', { dictionary: 'ChargeBee', instructions: '', language: null });
    const { body } = await dictate({
      source: 'format',
      raw_text: 'we use chargebee and sotto voce',
      dictionary: 'SottoVoce',
    });
    expect(body.text).toContain('ChargeBee');
    expect(body.text).toContain('SottoVoce');
  });

  test.each([
    ['no source', {}, 400],
    ['no audio', { source: 'smart' }, 400],
    ['audio that is none', { source: 'smart', audio: new TextEncoder().encode('not audio at all') }, 400],
    ['a language that is not supported', { source: 'smart', audio: new Uint8Array(1), language: 'de' }, 400],
  ])('refuses %s in the words of the app API', async (_, fields, status) => {
    const { dictate } = await signIn();
    const answer = await dictate(fields as Fields);
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['detail']]);
  });
});

describe('/v1/app/dictation-settings', () => {
  test('are empty at first, kept for each user, and offered words of a correction', async () => {
    const [ada, bob] = [await signIn(), await signIn()];
    const none = { dictionary: '', instructions: '', language: null };
    expect((await ada.call('GET', '/dictation-settings')).body).toEqual(none as never);
    const own = { dictionary: 'Ada', instructions: 'No exclamation marks', language: 'en' };
    await ada.call('PUT', '/dictation-settings', own);
    expect((await ada.call('GET', '/dictation-settings')).body).toEqual(own as never);
    expect((await bob.call('GET', '/dictation-settings')).body).toEqual(none as never);
    const correction = { text: 'We use charge be.', corrected: 'We use ChargeBee.' };
    expect((await ada.call('POST', '/dictation-settings/offers', correction)).body.terms).toEqual(['ChargeBee']);
  });

  test.each([
    { dictionary: 'x'.repeat(32_769), instructions: '', language: null },
    { dictionary: 'é'.repeat(20_000), instructions: '', language: null },
    { dictionary: '', instructions: 'x'.repeat(4_097), language: null },
    { dictionary: '', instructions: '', language: 'nonsense language' },
    { dictionary: '' },
  ])('refuse what breaks a rule (%#)', async (settings) => {
    const { call } = await signIn();
    expect((await call('PUT', '/dictation-settings', settings)).status).toBe(422);
  });
});

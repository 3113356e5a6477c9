import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

async function usageOf(userId: string, query = '') {
  const headers = { cookie: `sotto_session=${await api.sessions.begin(userId)}` };
  return fetch(`${api.url}/v1/app/usage${query}`, { headers });
}

test("GET /usage shows the user's own notes and dictations by day, and nobody else's", async () => {
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  await api.services.accounts.dailyUsage.countNote(mine, 61.5);
  const dictation = { orgId: mine, transcriptionId: 't', requestId: 'r', receivedAt: api.clock.ms };
  await api.usage.saveUsage({ ...dictation, outcome: 'completed', audioSeconds: 3 } as never);
  const nothing = { notes: 0, note_seconds: 0, dictations: 0, dictation_seconds: 0 };
  expect(await (await usageOf(mine, '?days=2')).json()).toEqual({
    items: [
      { day: '2026-01-14', ...nothing },
      { day: '2026-01-15', notes: 1, note_seconds: 61.5, dictations: 1, dictation_seconds: 3 },
    ],
  });
  const { items } = (await (await usageOf(theirs)).json()) as { items: { day: string }[] };
  expect(items).toHaveLength(30);
  expect(items.at(-1)).toEqual({ day: '2026-01-15', ...nothing } as never);
});

test.each([['?days=0'], ['?days=91'], ['?days=x'], ['?user_id=other']])(
  'GET /usage%s is refused with 422',
  async (query) => {
    expect((await usageOf(crypto.randomUUID(), query)).status).toBe(422);
  },
);

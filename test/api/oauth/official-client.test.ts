import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { connectByOAuth } from '../../support/mcp-oauth.ts';
import { startProgram } from '../../support/oauth.ts';
import { addNote } from '../public/client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ publicUrl: (url) => url });
});
afterAll(() => api.stop());

test('the official client connects with OAuth, reads notes, and renews its tokens when they expire', async () => {
  const user = await startProgram(api);
  const { noteId } = await addNote(api, user.userId, { title: 'Budget', transcript: 'The spring budget.' });
  const { client, kept } = await connectByOAuth(api.url, async (request) => {
    const response = await user.app('/oauth/decisions', { request, allowed: true });
    return new URL((await response.json()).redirect_to);
  });
  const search = () => client.callTool({ name: 'search_notes', arguments: { query: 'budget' } });
  expect((await search()).structuredContent).toMatchObject({ notes: [{ note_id: noteId }] });
  const before = kept.tokens?.access_token;
  api.clock.ms += 16 * 60_000;
  expect((await search()).structuredContent).toMatchObject({ notes: [{ note_id: noteId }] });
  expect(kept.tokens?.access_token).not.toBe(before);
  await client.close();
});

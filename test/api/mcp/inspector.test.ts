import { afterAll, beforeAll, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { mcpInspector } from '../../support/mcp-inspector/get.ts';
import { addNote } from '../public/client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** Runs the MCP Inspector's command line against the service. @returns the JSON that it prints */
async function inspect(token: string, ...args: string[]): Promise<Record<string, unknown>> {
  const connection = [`${api.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  const { stdout } = await promisify(execFile)('node', [mcpInspector(), ...connection, ...args]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('the MCP Inspector lists the tools and calls one', async () => {
  const userId = crypto.randomUUID();
  const made = await api.tokens.create(userId, { name: 'inspector', scopes: ['notes:read'] });
  const { noteId } = await addNote(api, userId, { title: 'Budget', transcript: 'The spring budget.' });
  const token = made?.secret ?? '';
  const listed = await inspect(token, '--method', 'tools/list');
  expect((listed['tools'] as { name: string }[]).map(({ name }) => name)).toContain('search_notes');
  const call = ['--method', 'tools/call', '--tool-name', 'search_notes', '--tool-arg', 'query=budget'];
  expect(await inspect(token, ...call)).toMatchObject({
    structuredContent: { notes: [{ note_id: noteId, title: 'Budget' }] },
  });
}, 30_000);

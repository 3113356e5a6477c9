import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { SCOPES } from '../../accounts/tokens.ts';
import { MAX_UPLOADS_PER_USER } from '../../api/uploads.ts';
import { errorOf, form, startTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';

const FEEDBACK = '/v1/enterprise/transcriptions/t/feedback';
/** Many more than the process has slots. */
const MANY = 60;

let api: TestApi;
const open = new Set<Socket>();
beforeAll(async () => {
  api = await startTestApi();
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open.clear();
  // The server has noticed that they ended.
  await eventually('no upload is open', async () => (await ask(await organization())).status !== 503);
});
afterAll(() => api.stop());

const organization = async () => ({ 'x-api-key': (await api.makeKey({ requestsPerMinute: 10_000 })).secret });

/** A request that gets a slot and is then refused for its form. */
const ask = (headers: Record<string, string>) =>
  fetch(`${api.url}/v1/enterprise/dictate`, { method: 'POST', headers, body: form({ store: 'true' }) });

/** Starts uploads that send the beginning of a file and then nothing. Resolves when the server reads all of them. */
async function stall(count: number, path: string, headers: Record<string, string>): Promise<() => Promise<string[]>> {
  const { hostname, port } = new URL(api.url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n`;
  const body = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc';
  const answers: string[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      open.add(socket);
      socket.on('error', () => {});
      socket.on('data', (data) => answers.push(data.toString()));
      await new Promise((resolve) => socket.write(head + body, resolve));
    }),
  );
  // One more request of the same client, answered after the server has begun to read the others.
  await fetch(`${api.url}/health`);
  return async () => answers;
}

test('stalled dictation uploads of one organization leave slots for another', async () => {
  await stall(MANY, '/v1/enterprise/dictate', await organization());
  const other = await organization();
  for (let request = 0; request < 5; request += 1)
    expect(await errorOf(await ask(other))).toMatchObject({ status: 400, code: 'missing_field' });
});

test('many uploads of one organization that begin at once are all read while no dictation runs', async () => {
  const headers = await organization();
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(headers)));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(400));
});

test('stalled feedback uploads of one organization leave uploads for another', async () => {
  await stall(MANY, FEEDBACK, await organization());
  const body = form({ sentiment: 'like' });
  const answer = await fetch(`${api.url}${FEEDBACK}`, { method: 'POST', headers: await organization(), body });
  expect(answer.status).toBe(201);
});

test("an upload over the user's limit is 429, and other users are not affected", async () => {
  const user = async () => {
    const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
    return { authorization: `Bearer ${(await api.tokens.create(userId, { name: 't', scopes: SCOPES }))?.secret}` };
  };
  const answers = await stall(MAX_UPLOADS_PER_USER + 2, '/v1/app/notes', await user());
  const refused = await eventually('two are refused', async () => {
    const all = await answers();
    return all.length === 2 && all;
  });
  for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 429[\s\S]*retry-after/i);
  const upload = { method: 'POST', headers: await user(), body: form({ title: 'no audio' }) };
  expect((await fetch(`${api.url}/v1/app/notes`, upload)).status).toBe(422);
});

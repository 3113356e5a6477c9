import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOAuthGrantStore } from '../../accounts/oauth-grants.ts';
import { createSessionStore } from '../../accounts/sessions.ts';
import { createTokenStore } from '../../accounts/tokens.ts';
import { createUserStore } from '../../accounts/users.ts';
import { accountDeletionWorkflowId } from '../../contracts/workflow-ids.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { startWorker, type WorkerProcess } from '../../worker/start.ts';
import { formOf, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { type Hit, scan } from '../support/scan.ts';
import { environment, startBase, startService, type TestBase, type TestService } from '../support/service.ts';
import { speakTus } from '../support/tus.ts';

/** Words of the sample, and strings that occur nowhere else. */
const SPOKEN = ['ask what you can do', 'for your country'];
const CANARIES = {
  email: 'canaryemailzq@example.org',
  title: 'canarytitlezq',
  tag: 'canarytagzq',
  token: 'canarytokenzq',
  endpoint: 'canaryendpointzq',
  settings: 'canarysettingszq',
  upload: 'canaryuploadzq',
  dictation: 'canarydictationzq',
  program: 'canaryprogramzq',
} as const;

let base: TestBase;
let service: TestService;
let worker: WorkerProcess;
let folder: string;
let audio: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-account-'));
  base = await startBase({ databaseFile: join(folder, 'temporal.db') });
  service = await startService(base);
  const env = environment(base);
  worker = await startWorker(requireService(readConfig(env)), env, createLog('silent'));
  audio = await sampleAudio();
}, 90_000);
afterAll(async () => {
  await worker.stop();
  await service.api.stop();
  await base.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(email: string) {
  const { redis } = base.redis;
  const { userId } = await createUserStore(redis).ensure({ email });
  const headers = { cookie: `sotto_session=${await createSessionStore(redis).begin(userId)}` };
  const call = async (method: string, path: string, body?: object) => {
    const sent = body instanceof FormData ? body : body && JSON.stringify(body);
    const response = await fetch(`${service.url}/v1/app${path}`, { method, headers, ...(sent ? { body: sent } : {}) });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, string> };
  };
  const upload = async (title: string) => {
    const { body } = await call('POST', '/notes', formOf({ audio, title }));
    await eventually(
      'the note is processed',
      async () => (await call('GET', `/notes/${body['note_id']}`)).body['status'] === 'completed',
      { timeoutMs: 60_000 },
    );
    return body['note_id'] ?? '';
  };
  return { userId, headers, call, upload };
}

/** One of every kind of data that a user can have. */
async function useEverything({ userId, headers, call, upload }: Awaited<ReturnType<typeof signIn>>) {
  await upload(CANARIES.title);
  const deleted = await upload(`${CANARIES.title} deleted`);
  await call('DELETE', `/notes/${deleted}?restorable=true`);
  await call('POST', '/tags', { name: CANARIES.tag });
  await createTokenStore(base.redis.redis).create(userId, { name: CANARIES.token, scopes: ['notes:read'] });
  const endpoint = { url: `https://example.org/${CANARIES.endpoint}`, description: CANARIES.endpoint };
  expect((await call('POST', '/webhook-endpoints', endpoint)).status).toBe(201);
  await call('PUT', '/dictation-settings', { dictionary: CANARIES.settings, instructions: '', language: 'en' });
  const raw_text = `hello ${CANARIES.dictation}`;
  expect((await call('POST', '/dictate', formOf({ source: 'format', raw_text, store: 'true' }))).status).toBe(200);
  const spoken = formOf({ source: 'smart', audio, store: 'true' });
  expect((await call('POST', '/dictate', spoken)).status).toBe(200);
  expect((await call('POST', '/feed')).status).toBe(201);
  const grants = createOAuthGrantStore(base.redis.redis);
  const code = await grants.begin(userId, {
    clientId: CANARIES.program,
    clientName: CANARIES.program,
    redirectUri: `https://example.org/${CANARIES.program}`,
    scopes: ['notes:read'],
    resource: `${service.url}/mcp`,
    codeChallenge: '',
  });
  await grants.issue(userId, (await grants.findByCode(code))?.grantId ?? '');
  const tus = speakTus(service.url, headers);
  const { id } = await tus.create(1_000, { title: CANARIES.upload });
  expect((await tus.send(id, 0, Buffer.from(CANARIES.upload))).status).toBe(204);
}

/** Redis rewrites its file, which contains deleted data until then. */
async function rewriteAppendOnlyFile(): Promise<void> {
  const { redis } = base.redis;
  await redis.bgrewriteaof();
  await eventually('the append-only file is rewritten', async () => {
    const info = await redis.info('persistence');
    return /aof_rewrite_in_progress:0/.test(info) && /aof_rewrite_scheduled:0/.test(info);
  });
}

async function everywhere(texts: readonly string[]): Promise<Hit[]> {
  await rewriteAppendOnlyFile();
  const folders = [folder, base.home, ...base.redis.folders];
  return scan({ redis: base.redis.redis, client: base.client, folders, texts: {} }, texts);
}

test('an export holds notes with their recordings, and a deleted account leaves nothing of its content anywhere', async () => {
  const ada = await signIn(CANARIES.email);
  const bob = await signIn('bob@example.org');
  await useEverything(ada);
  const texts = [...Object.values(CANARIES), ...SPOKEN];
  const before = new Set((await everywhere(texts)).map(({ text }) => text));
  expect(texts.filter((text) => !before.has(text))).toEqual([]);

  const { status, body } = await ada.call('POST', '/exports');
  expect([status, body['status']]).toEqual([202, 'running']);
  const exported = await eventually('the export is written', async () => {
    const found = (await ada.call('GET', `/exports/${body['export_id']}`)).body;
    return found['status'] === 'completed' ? found : undefined;
  });
  expect((await bob.call('GET', `/exports/${body['export_id']}`)).status).toBe(404);
  const file = new URL(exported['url'] ?? '');
  const answer = await fetch(`${service.url}${file.pathname}${file.search}`);
  expect(answer.headers.get('content-disposition')).toContain('sotto-export.zip');
  const zip = Buffer.from(await answer.arrayBuffer());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  expect(zip.includes(audio)).toBe(true);
  for (const text of [CANARIES.email, CANARIES.title, CANARIES.tag, CANARIES.endpoint, CANARIES.settings]) {
    expect({ text, exported: zip.includes(text) }).toEqual({ text, exported: true });
  }

  expect((await ada.call('DELETE', '/me', { email: 'bob@example.org' })).status).toBe(422);
  expect((await ada.call('GET', '/me')).status).toBe(200);
  expect((await ada.call('DELETE', '/me', { email: CANARIES.email.toUpperCase() })).status).toBe(202);
  expect((await ada.call('GET', '/me')).status).toBe(401);
  const deletion = base.client.workflow.getHandle(accountDeletionWorkflowId(ada.userId));
  await eventually(
    'all is removed',
    async () => (await deletion.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes),
    { timeoutMs: 60_000 },
  );
  expect(await everywhere(texts)).toEqual([]);
  expect(await base.redis.redis.keys(`*${ada.userId}*`)).toEqual([]);

  expect((await bob.call('GET', '/me')).status).toBe(200);
  const again = await signIn(CANARIES.email);
  expect(again.userId).not.toBe(ada.userId);
}, 180_000);

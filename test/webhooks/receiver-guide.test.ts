import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../development/executables.ts';
import { createEgressGuard } from '../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../webhooks/egress/policy.ts';
import { createResolver } from '../../webhooks/egress/resolver.ts';
import { createSender, type Sender } from '../../webhooks/egress/sender.ts';
import { noteData, serialize } from '../../webhooks/payload.ts';
import { createSigningSecret } from '../../webhooks/secret.ts';
import { signatureHeader } from '../../webhooks/signature.ts';
import { spawnServer } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { makeNote } from '../support/webhooks.ts';

const root = new URL('../../', import.meta.url).pathname;
const secret = createSigningSecret();
let folder: string;
let sender: Sender;

beforeAll(async () => {
  // Beside the repository's packages, as a reader's project would be.
  folder = await mkdtemp(join(root, 'node_modules/.receiver-guide-'));
  const policy = createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true });
  sender = createSender({ guard: createEgressGuard(policy, createResolver()) });
});
afterAll(async () => {
  sender.close();
  await rm(folder, { recursive: true, force: true });
});

async function sampleOf(language: string): Promise<string> {
  const guide = await readFile(join(root, 'docs/webhooks.md'), 'utf8');
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';
}

/** A delivery as Sotto makes it. */
function delivery(signingSecret = secret) {
  const message = serialize(
    'note.processed',
    noteData('note.processed', makeNote('user-1'), 'https://x.example'),
    Date.now(),
  );
  const { body, timestampSeconds } = message;
  const content = { messageId: 'msg_guide', timestampSeconds, body };
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_guide',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatureHeader(content, [signingSecret]),
  };
  return { headers, body };
}

/** A receiver takes what Sotto sends, refuses what somebody else signed, and prints what it took. */
async function expectToReceive(command: string, args: string[], printed: string): Promise<void> {
  const port = String(await freePort());
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: port };
  const receiver = spawnServer(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(receiver);
  const url = `http://127.0.0.1:${port}/`;
  await eventually('the receiver listens', async () => (await fetch(url)).status === 401);
  const send = (signed: ReturnType<typeof delivery>) => sender.send({ url, ...signed, reuseConnection: false });
  expect(await send(delivery())).toMatchObject({ failure: null, status: 204 });
  expect(await send(delivery(createSigningSecret()))).toMatchObject({ failure: 'status', status: 401 });
  await eventually('it printed the event', () => output().includes(printed));
  receiver.kill();
}

test('the JavaScript receiver of docs/webhooks.md verifies a live delivery and refuses a forged one', async () => {
  const script = join(folder, 'receiver.mjs');
  await writeFile(script, await sampleOf('js'));
  await expectToReceive(process.execPath, ['run', script], 'note.processed ');
});

test('the Go receiver of docs/webhooks.md verifies a live delivery and refuses a forged one', async () => {
  const project = join(folder, 'go');
  await cp(join(root, 'test/webhooks/receiver-go'), project, { recursive: true });
  await writeFile(join(project, 'main.go'), await sampleOf('go'));
  const built = spawnSync('go', ['build', '-o', 'receiver', '.'], { cwd: project, encoding: 'utf8', timeout: 120_000 });
  expect(built.stderr.replaceAll(/^go: downloading .*\n/gm, '')).toBe('');
  await expectToReceive(join(project, 'receiver'), [], 'received {"type":"note.processed"');
}, 150_000);

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

const PYTHON_PACKAGE = 'standardwebhooks-1.0.1';

/** The official Python library in the cache folder; fetched once. */
async function pythonLibrary(): Promise<string> {
  const target = join(cacheFolder(process.env), `python-${PYTHON_PACKAGE}`);
  if (existsSync(target)) return target;
  await mkdir(cacheFolder(process.env), { recursive: true });
  const fresh = await mkdtemp(join(tmpdir(), 'sotto-python-'));
  const packages = join(fresh, 'packages');
  const requirement = PYTHON_PACKAGE.replace('-', '==');
  const pip = spawnSync('python3', ['-m', 'pip', 'install', '--quiet', '--target', packages, requirement], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (pip.status !== 0) throw new Error(`Cannot install ${requirement}: ${pip.stderr}`);
  await rename(packages, target).catch(() => {}); // another run was first, or it lies on another disk
  return existsSync(target) ? target : packages;
}

test('the Python lines of docs/webhooks.md verify a delivery and refuse a forged one', async () => {
  const library = await pythonLibrary();
  const script = `
import json, sys
given = json.load(sys.stdin)
secret, raw_body, headers = given['secret'], given['body'], given['headers']
try:
    exec('''${await sampleOf('python')}''')
    print(event['type'])
except Exception as error:
    print(type(error).__name__)`;
  const verify = (signed: ReturnType<typeof delivery>) => {
    const input = JSON.stringify({ secret, headers: signed.headers, body: new TextDecoder().decode(signed.body) });
    const env = { PATH: process.env['PATH'], PYTHONPATH: library };
    const python = spawn('python3', ['-c', script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const output = collect(python);
    python.stdin?.end(input);
    return new Promise<string>((resolve) => python.once('close', () => resolve(output().trim())));
  };
  expect(await verify(delivery())).toBe('note.processed');
  expect(await verify(delivery(createSigningSecret()))).toBe('WebhookVerificationError');
}, 150_000);

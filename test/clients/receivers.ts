import { expect } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { endServer, spawnServer } from '../support/child.ts';
import { pythonClientTools } from '../support/client-tools.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { denoExecutable } from '../support/spawn.ts';
import { type Attempt, type ClientStack, createEndpoint, type Endpoint } from './stack.ts';

const folder = new URL('../../docs/receivers/', import.meta.url).pathname;
const TOO_OLD_MS = 6 * 60_000;

type Command = (port: string, work: string) => readonly [command: string, ...args: string[]];

/** How each sample is started, as its first line says. */
export const RECEIVERS: Readonly<Record<string, Command>> = {
  Node: () => ['node', 'node.mjs'],
  Bun: () => [process.execPath, 'fetch.ts'],
  Deno: (port) => [denoExecutable(), 'serve', '--allow-env', '--host', '127.0.0.1', '--port', port, 'fetch.ts'],
  Python: () => ['python3', 'receiver.py'],
  Go: (_, work) => [buildGo(work)],
  Java: () => ['java', 'Receiver.java'],
  PHP: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
};

function buildGo(work: string): string {
  const target = join(work, 'go-receiver');
  const built = spawnSync('go', ['build', '-o', target, '.'], { cwd: join(folder, 'go'), encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  return target;
}

/** A receiver takes what the service sends, and refuses what was altered, signed by another or is old. */
export async function checkReceiver(stack: ClientStack, command: Command): Promise<void> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const endpoint = await createEndpoint(stack, url);
  const [program, ...args] = command(port, stack.folder);
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONPATH: pythonClientTools(process.env) },
    ...{ WEBHOOK_SECRET: endpoint.secret, PORT: port },
  };
  const receiver = spawnServer(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(receiver);
  try {
    await eventually(
      'the receiver listens',
      async () => {
        if (receiver.exitCode !== null) throw new Error(`The receiver ended: ${output()}`);
        return (await post(url, {}, '{}')) === 401;
      },
      { timeoutMs: 30_000 },
    );
    await expectDelivery(stack, endpoint);
    await expectRefusals(url, endpoint.secret);
    await eventually('it printed the event', () => output().includes('note.processed'));
  } finally {
    await endServer(receiver);
    await stack.call('PATCH', `/webhook-endpoints/${endpoint.endpoint_id}`, { enabled: false });
  }
}

async function expectDelivery({ call }: ClientStack, { endpoint_id: id }: Endpoint): Promise<void> {
  await call('POST', `/webhook-endpoints/${id}/test`);
  const attempt = await eventually('the test event was sent', async () => {
    const { items } = await call<{ items: Attempt[] }>('GET', `/webhook-endpoints/${id}/attempts`);
    return items.find(({ trigger }) => trigger === 'test');
  });
  expect(attempt).toMatchObject({ outcome: 'succeeded', status_code: 204 });
}

async function expectRefusals(url: string, secret: string): Promise<void> {
  const body = JSON.stringify({ type: 'note.processed', timestamp: new Date().toISOString(), data: {} });
  const now = new Date();
  expect(await post(url, signed(secret, body, now), body)).toBe(204);
  expect(await post(url, signed(secret, body, now), body.replace('processed', 'Processed'))).toBe(401);
  expect(await post(url, signed(secret, body, new Date(now.getTime() - TOO_OLD_MS)), body)).toBe(401);
  const other = 'whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldA==';
  expect(await post(url, signed(other, body, now), body)).toBe(401);
  // While a secret is rotated, a delivery has a signature under each.
  const both = signed(secret, body, now);
  const rotated = `${signed(other, body, now)['webhook-signature']} ${both['webhook-signature']}`;
  expect(await post(url, { ...both, 'webhook-signature': rotated }, body)).toBe(204);
}

function signed(secret: string, body: string, at: Date) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.body?.cancel();
  return response.status;
}

/** What a child has written so far. */
export function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

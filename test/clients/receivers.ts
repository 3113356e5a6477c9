import { expect } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { endServer, spawnServer } from '../support/child.ts';
import { pythonClientTools } from '../support/client-tools.ts';
import { denoExecutable } from '../support/deno/get.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { type Attempt, type ClientStack, createEndpoint, type Endpoint } from './stack.ts';

const folder = new URL('../../docs/receivers/', import.meta.url).pathname;
const TOO_OLD_MS = 6 * 60_000;

/** The file of each sample whose first lines show how to start it. */
export const RECEIVERS = {
  Node: 'node.mjs',
  Bun: 'fetch.ts',
  Deno: 'fetch.ts',
  Python: 'receiver.py',
  Go: 'go/main.go',
  Java: 'Receiver.java',
  PHP: 'receiver.php',
} as const;
export type Language = keyof typeof RECEIVERS;

const PORT_IN_COMMANDS = '8080';
const PROGRAMS: Partial<Record<string, () => string>> = { bun: () => process.execPath, deno: denoExecutable };

/** The command that the sample's first lines print, with another port. */
async function printedCommand(language: Language, port: string): Promise<[program: string, ...args: string[]]> {
  const lines = (await readFile(join(folder, RECEIVERS[language]), 'utf8')).split('\n').slice(0, 3);
  const commands = lines.flatMap((line) => /WEBHOOK_SECRET=whsec_… (.+)$/.exec(line)?.[1] ?? []);
  const command = commands.find((one) => commands.length === 1 || one.startsWith(`${language.toLowerCase()} `)) ?? '';
  const [program = '', ...args] = command.replace(PORT_IN_COMMANDS, port).split(' ');
  return [PROGRAMS[program]?.() ?? program, ...args];
}

/** A receiver accepts deliveries of the service. It refuses altered and old ones, and those of another sender. */
export async function checkReceiver(stack: ClientStack, language: Language): Promise<void> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const endpoint = await createEndpoint(stack, url);
  const [program, ...args] = await printedCommand(language, port);
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONPATH: pythonClientTools(process.env) },
    ...{ WEBHOOK_SECRET: endpoint.secret, PORT: port },
  };
  const receiver = spawnServer(program, args, {
    ...{ cwd: join(folder, dirname(RECEIVERS[language])), env, stdio: ['ignore', 'pipe', 'pipe'] },
    detached: true,
  });
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
    // This also ends processes that the command started, such as the program that Go built.
    if (receiver.pid !== undefined && receiver.exitCode === null) process.kill(-receiver.pid, 'SIGTERM');
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
  // While a secret is rotated, a delivery has a signature with each secret.
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

/** The output of a child process so far. */
export function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

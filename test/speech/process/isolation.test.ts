import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import pino from 'pino';
import { createSpeechEngine } from '../../../speech/engine.ts';
import { availableIsolation, isolated } from '../../../speech/process/isolation.ts';

setDefaultTimeout(60_000);

let server: Server;
beforeAll(async () => {
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Connects from a process of its own. @returns what became of it */
async function connectFrom(isolation: 'network-namespace' | 'none'): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const script = `require('node:net').connect(${port}, '127.0.0.1')
    .once('connect', () => { console.log('connected'); process.exit(); })
    .once('error', () => { console.log('refused'); process.exit(); })`;
  const { command, args } = isolated(process.execPath, ['-e', script], isolation);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await once(child.stdout, 'data');
  return String(said).trim();
}

test('isolated() leaves a process no network, where the system allows it', async () => {
  expect(await connectFrom('none')).toBe('connected');
  const expected = availableIsolation() === 'none' ? 'connected' : 'refused';
  expect(await connectFrom(availableIsolation())).toBe(expected);
});

test('createSpeechEngine() logs which isolation its processes have, and they have it', async () => {
  const lines: { msg: string; pid?: number; isolation?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const engine = createSpeechEngine({ processes: 1, threads: 1, log: pino({ level: 'debug', base: null }, { write }) });
  try {
    await engine.ready();
    const isolation = availableIsolation();
    expect(lines.filter(({ msg }) => msg === 'Speech processes use this isolation')).toMatchObject([{ isolation }]);
    const pid = lines.find(({ msg }) => msg === 'Speech process started')?.pid;
    const own = await readlink('/proc/self/ns/net');
    expect((await readlink(`/proc/${pid}/ns/net`)) === own).toBe(isolation === 'none');
  } finally {
    await engine.close();
  }
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectTemporal } from '../../platform/temporal/connection.ts';
import { endServer, spawnServer } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { processesWith } from '../support/processes.ts';
import { environment, startBase, type TestBase } from '../support/service.ts';

const failedStart = fileURLToPath(new URL('./failed-start.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

let base: TestBase;
let home: string;
/** One folder for all processes, because a worker does not transcribe while its recordings are elsewhere. */
let recordings: string;
/** Takes connections and never says a word. */
let mute: Server;
let mutePort: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  base = await startBase();
  recordings = await mkdtemp(join(tmpdir(), 'sotto-recordings-'));
  mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  mutePort = (mute.address() as { port: number }).port;
}, 60_000);
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sotto-failed-start-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => endServer(child)));
  await rm(home, { recursive: true, force: true });
});
afterAll(async () => {
  mute.close();
  await base.stop();
  await rm(recordings, { recursive: true, force: true });
});

/** Runs a script with the base's servers until it and all that it started have ended; it hangs when they do not. */
async function run(args: readonly string[], env: Record<string, string>) {
  const all = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...environment(base, { SOTTO_HOME: home, RECORDINGS: recordings, ...env }),
  };
  const child = spawnServer(process.execPath, args, { cwd: root, env: all, stdio: 'pipe' });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await eventually('what it started has ended', () => processesWith(home).length === 0);
  return { code, output };
}

describe.each(['api', 'worker'] as const)('%s', (name) => {
  test('main.ts exits with 1 and names the address when Temporal does not listen there', async () => {
    const { code, output } = await run([`${name}/main.ts`], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect(code).toBe(1);
    expect(output).toStartWith("Cannot start as Temporal at '127.0.0.1:1' cannot be reached: check TEMPORAL_ADDRESS");
  });

  test('main.ts exits with 1 when the namespace does not exist', async () => {
    const { code, output } = await run([`${name}/main.ts`], { TEMPORAL_NAMESPACE: 'nowhere' });
    expect(code).toBe(1);
    expect(output).toContain('nowhere');
  });

  test('a start that fails at Temporal leaves nothing open', async () => {
    const { code, output } = await run([failedStart, name], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('cannot be reached') });
  });

  test('a start that fails after Temporal leaves nothing open', async () => {
    const { code, output } = await run([failedStart, name, '{"WEBHOOK_ALLOW_NETWORKS":"10.0.0.0/99"}'], {});
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^TypeError: .*10\.0\.0\.0\/99/) });
  });
});

test('startApi() that cannot open its port leaves nothing open: no engine, no worker, no connection', async () => {
  const { code, output } = await run([failedStart, 'api'], { PORT: String(mutePort) });
  const reason = `Cannot listen on 127.0.0.1, port ${mutePort} (EADDRINUSE)`;
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(reason) });
});

test.each(['api', 'worker'])('%s that cannot open its port for metrics leaves nothing open', async (name) => {
  const taken = { METRICS_PORT: String(mutePort), WORKER_METRICS_PORT: String(mutePort) };
  const { code, output } = await run([failedStart, name], taken);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`port ${mutePort} (EADDRINUSE)`) });
});

test('startWorker() that cannot make its folder for copies leaves nothing open, though its engine had started', async () => {
  await writeFile(join(home, 'work'), 'a file in the place of a folder');
  const { code, output } = await run([failedStart, 'worker'], {});
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('EEXIST') });
});

test('connectTemporal() times out on a server that accepts the connection but never answers', async () => {
  const connecting = connectTemporal({ TEMPORAL_ADDRESS: `127.0.0.1:${mutePort}` }, { connectTimeoutMs: 200 });
  await expect(connecting).rejects.toThrow(
    /^Cannot start as Temporal at '127.0.0.1:\d+' cannot be reached.*\n.*within 0.2 s$/,
  );
});

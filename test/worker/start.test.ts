import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
/** Accepts connections and never answers. */
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

/** Runs a script with the base's servers until it and all its child processes have ended. Hangs if they do not end. */
async function run(args: readonly string[], env: Record<string, string>) {
  const all = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...environment(base, { SOTTO_HOME: home, RECORDINGS: recordings, ...env }),
  };
  const child = spawnServer(process.execPath, args, { cwd: root, env: all, stdio: 'pipe' });
  children.push(child);
  let [output, outcomes] = ['', ''];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  child.stdout?.on('data', (chunk) => (outcomes += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await eventually('what it started has ended', () => processesWith(home).length === 0);
  return { code, output, outcomes };
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
});

/** Runs several failing starts in one process and checks the error of each. */
async function failedStarts(name: 'api' | 'worker', starts: readonly (readonly [env: object, says: string])[]) {
  const { code, outcomes } = await run([failedStart, name, JSON.stringify(starts.map(([env]) => env))], {});
  expect({ code, outcomes: JSON.parse(outcomes) }).toEqual({
    code: 0,
    outcomes: starts.map(([, says]) => expect.stringContaining(says)),
  });
}

const TEMPORAL_UNREACHABLE = [{ TEMPORAL_ADDRESS: '127.0.0.1:1' }, 'cannot be reached'] as const;
const REFUSED_BY_A_LATE_STEP = [{ config: { WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/99' } }, '10.0.0.0/99'] as const;
const portTaken = (variable: string) => [{ [variable]: String(mutePort) }, `port ${mutePort} (EADDRINUSE)`] as const;

// The process ends by itself only if no start left a connection, an engine or a worker open.
test('startApi() leaves nothing open when Temporal, a late step, its port or its port for metrics fails', () =>
  failedStarts('api', [
    TEMPORAL_UNREACHABLE,
    REFUSED_BY_A_LATE_STEP,
    [{ PORT: String(mutePort) }, `Cannot listen on 127.0.0.1, port ${mutePort} (EADDRINUSE)`],
    portTaken('METRICS_PORT'),
  ]));

test('startWorker() leaves nothing open when Temporal, a late step, its port for metrics or its folder fails', async () => {
  const occupied = join(home, 'occupied');
  await mkdir(occupied);
  await writeFile(join(occupied, 'work'), 'a file in the place of a folder');
  await failedStarts('worker', [
    TEMPORAL_UNREACHABLE,
    REFUSED_BY_A_LATE_STEP,
    portTaken('WORKER_METRICS_PORT'),
    [{ SOTTO_HOME: occupied }, 'EEXIST'],
  ]);
});

test('connectTemporal() times out on a server that accepts the connection but never answers', async () => {
  const connecting = connectTemporal({ TEMPORAL_ADDRESS: `127.0.0.1:${mutePort}` }, { connectTimeoutMs: 200 });
  await expect(connecting).rejects.toThrow(
    /^Cannot start as Temporal at '127.0.0.1:\d+' cannot be reached.*\n.*within 0.2 s$/,
  );
});

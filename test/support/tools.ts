import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type Env, findExecutable } from '../../development/executables.ts';
import { findOrGetRedis } from '../../development/get-redis.ts';
import { findOrGetTemporal } from '../../development/get-temporal.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool } from '../../development/run-tool.ts';
import { getChromium } from './chromium.ts';
import { getClientTools } from './client-tools.ts';
import { getDebianTools } from './debian.ts';
import { getDeno } from './deno/get.ts';
import { getDeployTools, getPromtool } from './deploy-tools.ts';
import { getLuacheck } from './luacheck.ts';
import { getMcpInspector } from './mcp-inspector/get.ts';
import { getPythonClients } from './python-clients.ts';
import { archiveClasses } from './test-server/archive.ts';
import { inCache } from './tool-cache.ts';

/** The folder of jars that test/support/test-server/run.sh starts. */
const jars = 'temporal-test-server-1.32.0';
const gcsModule = 'github.com/fsouza/fake-gcs-server@v1.56.1';
/** Python packages, with every version pinned by test/support/schemathesis.txt. */
const schemathesis = 'schemathesis-4.32.5';
const timeoutMs = 20 * 60_000;

/** Finds or installs every server that the tests start, concurrently. A second call finds all of them. */
export async function setUpTestTools(env: Env, progress: Progress): Promise<void> {
  const deps = { env, progress };
  const work = [
    // Each may need apt, whose package lists only one process at a time may update.
    ...oneAfterAnother([
      () => findOrGetRedis(deps),
      () => getChromium(env, progress),
      () => getDebianTools(env, progress),
      () => getLuacheck(env, progress),
      () => getPromtool(env, progress),
    ]),
    findOrGetTemporal(deps),
    getGcsEmulator(env, progress),
    getJars(env, progress).then(() => archiveClasses(env, progress, jars)),
    getSchemathesis(env, progress),
    getDeno(env, progress),
    getMcpInspector(env, progress),
    getPythonClients(env, progress),
    ...getDeployTools(env, progress),
    ...getClientTools(env, progress),
  ];
  const failed = (await Promise.allSettled(work)).filter((result) => result.status === 'rejected');
  for (const { reason } of failed) progress.say(reason instanceof Error ? reason.message : String(reason));
  if (failed.length > 0) process.exit(1);
}

/** Starts each step once the one before it has ended, however it ended. */
function oneAfterAnother(steps: readonly (() => Promise<unknown>)[]): Promise<unknown>[] {
  let last: Promise<unknown> = Promise.resolve();
  return steps.map((step) => {
    last = last.then(step, step);
    return last;
  });
}

async function getGcsEmulator(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['fake-gcs-server'], env)) return;
  const go = findExecutable(['go'], env);
  if (!go) throw new Error('Cannot test as the GCS emulator needs Go to be built: install Go');
  await inCache(env, 'bin/fake-gcs-server', (folder) =>
    progress.during('Building the GCS emulator', () =>
      runTool(go, ['install', gcsModule], { env: { ...env, GOBIN: folder }, timeoutMs }),
    ),
  );
}

async function getJars(env: Env, progress: Progress): Promise<void> {
  if (existsSync(join(cacheFolder(env), jars))) return;
  const maven = findExecutable(['mvn'], env);
  if (!maven) throw new Error("Cannot test as Temporal's time-skipping server needs Java 17 and Maven: install both");
  const pom = fileURLToPath(new URL('./test-server/pom.xml', import.meta.url));
  await inCache(env, jars, (folder) => {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${join(folder, jars)}`];
    return progress.during("Fetching Temporal's time-skipping server", () =>
      runTool(maven, ['-B', '-q', '-f', pom, ...goal], { env, timeoutMs }),
    );
  });
}

async function getSchemathesis(env: Env, progress: Progress): Promise<void> {
  if (existsSync(join(cacheFolder(env), schemathesis))) return;
  const python = findExecutable(['python3'], env);
  if (!python) throw new Error('Cannot test as Schemathesis needs Python 3.10 with pip: install both');
  const pins = fileURLToPath(new URL('./schemathesis.txt', import.meta.url));
  await inCache(env, schemathesis, (folder) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-warn-script-location'];
    const args = ['-m', 'pip', 'install', ...quiet, '--target', join(folder, schemathesis), '--requirement', pins];
    return progress.during('Fetching Schemathesis', () => runTool(python, args, { env, timeoutMs }));
  });
}

/**
 * The command that runs Schemathesis, and the environment it needs.
 * @throws when the tools were not set up
 */
export function schemathesisCommand(env: Env): { command: string; args: string[]; env: Env } {
  const packages = join(cacheFolder(env), schemathesis);
  const command = findExecutable(['python3'], env);
  if (!command || !existsSync(packages)) {
    throw new Error('Cannot fuzz the API as Schemathesis is missing: run `npm run test:tools`');
  }
  return { command, args: ['-m', 'schemathesis.cli'], env: { ...env, PYTHONPATH: packages } };
}

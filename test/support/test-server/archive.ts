import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { cacheFolder, type Env, findExecutable } from '../../../development/executables.ts';
import type { Progress } from '../../../development/progress.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../ports.ts';
import { inCache } from '../tool-cache.ts';

/**
 * Runs the time-skipping server once and keeps the classes that it loaded, as a class data archive of the JVM. Each later
 * start takes half the processor time.
 * @param jars the folder of its jars in the cache, which {@link inCache} has filled
 */
export async function archiveClasses(env: Env, progress: Progress, jars: string): Promise<void> {
  const archive = `${jars}.jsa`;
  if (existsSync(join(cacheFolder(env), archive))) return;
  const java = findExecutable(['java'], env);
  if (!java) throw new Error("Cannot test as Temporal's time-skipping server needs Java 17: install it");
  await inCache(env, archive, (folder) =>
    progress.during("Preparing Temporal's time-skipping server", async () => {
      const port = await freePort();
      const path = join(cacheFolder(env), jars, '*');
      // The options that affect the layout of classes are those of run.sh.
      const options = ['-XX:+UseSerialGC', `-XX:ArchiveClassesAtExit=${join(folder, archive)}`, '-cp', path];
      const args = [...options, 'io.temporal.testserver.TestServer', String(port)];
      const child = spawn(java, args, { stdio: 'ignore', env: { ...env } });
      const exited = once(child, 'exit');
      try {
        await eventually('the time-skipping server listens', () => listens(port), { timeoutMs: 60_000 });
      } finally {
        child.kill('SIGTERM');
        await exited;
      }
      const ok = existsSync(join(folder, archive));
      return { ok, output: ok ? '' : 'Java wrote no archive' };
    }),
  );
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Spawns a server for a test. The end of `npm test` kills the servers of interrupted tests. */
export function spawnServer(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(command, args, { stdio: 'ignore', ...options });
}

/** Sends SIGTERM, then SIGKILL after `graceMs`, and resolves once the child has exited. */
export async function endServer(child: ChildProcess, graceMs = 5_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exited;
  clearTimeout(force);
}

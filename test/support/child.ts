import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Spawns a server for a test; it is killed at the latest when the test process exits. */
export function spawnServer(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  living.add(child);
  child.once('exit', () => living.delete(child));
  child.once('error', () => living.delete(child));
  return child;
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

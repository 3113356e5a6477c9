import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** The running servers of {@link spawnServer}. */
const running = new Set<ChildProcess>();

/** Spawns a server for the tests of one file. {@link endLeftServers} or the end of `npm test` kills one that is left. */
export function spawnServer(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Kills the servers that a file's `afterAll` has left, for instance because its `beforeAll` failed. */
export function endLeftServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Runs a command until the command or the script's input ends. */
const UNTIL_INPUT_ENDS =
  'exec 3<&0; "$@" 3<&- </dev/null & server=$!; { read -r _ <&3; kill $server; } 2>/dev/null & wait $server';

/** Spawns a server that all test files of this process share. It does not keep this process alive, and ends with it. */
export function spawnShared(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', command, ...args], options);
  child.unref();
  // On Deno and Node, pipes are sockets, which would keep this process alive too.
  for (const pipe of [child.stdin, child.stdout]) (pipe as Partial<Socket> | null)?.unref?.();
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

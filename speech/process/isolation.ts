import { spawnSync } from 'node:child_process';

/** How the speech process is kept from the network. */
export type Isolation = 'network-namespace' | 'none';

/**
 * A user and a network namespace of its own, in which there is no interface but a loopback that is down. `unshare`
 * replaces itself with the command, so the process id stays. The user stays the same.
 */
const UNSHARE = ['unshare', '--user', '--map-current-user', '--net'] as const;

/** Distributions and container runtimes may forbid user namespaces, so this is tried. */
const PROBE_TIMEOUT_MS = 5_000;

let known: Isolation | undefined;

/** What this system allows. Tried once in a process. */
export function availableIsolation(): Isolation {
  known ??= probe();
  return known;
}

function probe(): Isolation {
  // On Deno, a process that another program starts has neither the command nor the permissions that Deno would add.
  if (process.platform !== 'linux' || 'Deno' in globalThis) return 'none';
  const [command, ...args] = UNSHARE;
  const options = { stdio: 'ignore', timeout: PROBE_TIMEOUT_MS, env: {} } as const; // as the speech process has none
  const { status } = spawnSync(command, [...args, 'true'], options);
  return status === 0 ? 'network-namespace' : 'none';
}

/** The command that runs another one in isolation. */
export function isolated(
  command: string,
  args: readonly string[],
  isolation: Isolation,
): { readonly command: string; readonly args: readonly string[] } {
  if (isolation === 'none') return { command, args };
  const [first, ...options] = UNSHARE;
  return { command: first, args: [...options, command, ...args] };
}

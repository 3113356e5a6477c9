import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enterRoot } from './isolated-root.ts';

/** What the speech process is kept from. */
export interface Isolation {
  readonly network: boolean;
  /** All files but its own code, its models and the libraries of the system. */
  readonly files: boolean;
}

/** The command of a process. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A user and a network namespace of its own, in which there is no interface but a loopback that is down. `unshare`
 * replaces itself with the command, so the process id stays.
 */
const UNSHARE_NETWORK = ['--user', '--map-current-user', '--net'];
/** With a mount namespace too. Mounting requires to be root in the user namespace, which gives no right outside it. */
const UNSHARE_FILES = ['--user', '--map-root-user', '--net', '--mount', '--propagation', 'private'];

/** What the runtime and the inference read of the system. */
const SYSTEM = [
  ...['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache'],
  ...['/dev/null', '/dev/urandom', '/proc/cpuinfo', '/proc/meminfo', '/sys/devices/system/cpu'],
];
/** The folders and files of Sotto that the process imports. */
const CODE = ['node_modules', 'speech', 'platform', 'contracts', 'package.json', 'tsconfig.json'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);

const NONE: Isolation = { network: false, files: false };
const LEVELS: readonly Isolation[] = [
  { network: true, files: true },
  { network: true, files: false },
];
/** Long enough for a busy machine. */
const PROBE_TIMEOUT_MS = 20_000;

let known: Isolation | undefined;

/**
 * What this system allows. Distributions and container runtimes may forbid user namespaces or mounts, so it is tried, once
 * in a process.
 */
export function availableIsolation(): Isolation {
  known ??= LEVELS.find(isAllowed) ?? NONE;
  return known;
}

function isAllowed(isolation: Isolation): boolean {
  // On Deno, a process that another program starts has neither the command nor the permissions that Deno would add.
  if (process.platform !== 'linux' || 'Deno' in globalThis) return false;
  // A shell starts in a tenth of the time of the runtime, which is among the files that it looks for.
  const needed = [process.execPath, ...CODE.filter(existsSync)];
  const script = 'for path; do test -r "$path" || exit 1; done';
  const { command, args } = isolated({ command: '/bin/sh', args: ['-c', script, 'sh', ...needed] }, isolation);
  const { status } = spawnSync(command, args, { stdio: 'ignore', timeout: PROBE_TIMEOUT_MS, env: {} });
  return status === 0;
}

/**
 * The command that runs another one in isolation.
 * @param readable absolute paths that the command may also read
 */
export function isolated(run: Command, { network, files }: Isolation, readable: readonly string[] = []): Command {
  const whole = [run.command, ...run.args];
  if (files) {
    const own = [process.execPath, ...CODE, ...readable].filter(existsSync);
    const paths = [...SYSTEM.filter(existsSync), ...own.flatMap((path) => [path, realpathSync(path)])];
    return { command: 'unshare', args: [...UNSHARE_FILES, '/bin/sh', '-c', enterRoot(paths), 'sh', ...whole] };
  }
  return network ? { command: 'unshare', args: [...UNSHARE_NETWORK, ...whole] } : run;
}

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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

/**
 * Makes a root of the listed paths, read-only, and runs a command in it without any capability. The command sees only its
 * own folder of `/proc`. A path that does not exist, or is in a listed folder, is skipped. The first argument is the place to
 * mount the root.
 */
const ENTER_ROOT = `set -eu
root=$1; shift
mount -t tmpfs -o size=1m,mode=755 none "$root"
while [ "$1" != -- ]; do
  path=$1; shift
  if [ ! -e "$path" ] || [ -e "$root$path" ]; then continue; fi
  mkdir -p "$(dirname "$root$path")"
  if [ -L "$path" ]; then ln -s "$(readlink "$path")" "$root$path"; continue; fi
  if [ -d "$path" ]; then mkdir "$root$path"; else : > "$root$path"; fi
  mount --rbind "$path" "$root$path"
  if [ ! -c "$path" ]; then mount -o remount,bind,ro "$root$path"; fi
done
shift
mkdir -p "$root/proc/self"
mount --bind "/proc/$$" "$root/proc/self"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;

/** Places to mount the root. It hides the files that are there, so the first place without a listed path is used. */
const PLACES = ['/mnt', '/media', '/srv', '/tmp'].filter(existsSync);

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
  const script = `for (const path of ${JSON.stringify(CODE.filter(existsSync))}) require('node:fs').accessSync(path)`;
  const { command, args } = isolated({ command: process.execPath, args: ['-e', script] }, isolation);
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
    const paths = [...SYSTEM, ...own.flatMap((path) => [path, realpathSync(path)])];
    return {
      command: 'unshare',
      args: [...UNSHARE_FILES, '/bin/sh', '-c', ENTER_ROOT, 'sh', placeWithout(paths), ...paths, '--', ...whole],
    };
  }
  return network ? { command: 'unshare', args: [...UNSHARE_NETWORK, ...whole] } : run;
}

function placeWithout(paths: readonly string[]): string {
  const isFree = (place: string) => !paths.some((path) => `${path}/`.startsWith(`${place}/`));
  return PLACES.find(isFree) ?? '/mnt';
}

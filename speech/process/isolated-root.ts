import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Places to mount the root. It hides the files that are there, so the first place without a listed path is used. */
const PLACES = ['/mnt', '/media', '/srv', '/tmp'].filter(existsSync);
/** A smaller file is copied, which is cheaper than to mount it and to make the mount read-only. */
const MAX_COPIED_BYTES = 256 * 1024;

/** How the paths get into the root. */
interface Plan {
  /** Links, which stay links, and small files. */
  readonly copied: readonly string[];
  /** Folders and devices; other files. */
  readonly mounted: readonly { readonly path: string; readonly kind: 'folder' | 'file' | 'device' }[];
}

/**
 * A shell script that makes a root of existing paths, read-only, and runs the command of its arguments in it without any
 * capability. The command sees only its own folder of `/proc`. Each program that the script starts costs one to two
 * milliseconds, so it starts as few as possible.
 */
export function enterRoot(paths: readonly string[]): string {
  const root = PLACES.find((place) => !paths.some((path) => isWithin(path, place))) ?? '/mnt';
  const { copied, mounted } = planRoot(paths);
  const inRoot = (path: string) => quote(`${root}${path}`);
  const folders = mounted.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  const files = mounted.filter(({ kind }) => kind !== 'folder').map(({ path }) => path);
  const needed = new Set(['/etc', '/proc/self', ...folders, ...files.map((path) => dirname(path))]);
  const table = mounted.map(({ path }) => quote(`${escaped(path)} ${escaped(`${root}${path}`)} none rbind 0 0`));
  return [
    'set -eu',
    `mount -t tmpfs -o size=4m,mode=755 none ${root}`,
    `mkdir -p ${[...needed].map(inRoot).join(' ')}`,
    ...(copied.length > 0 ? [`cp -P --parents ${copied.map(quote).join(' ')} ${root}`] : []),
    ...files.map((path) => `: > ${inRoot(path)}`),
    `printf '%s\\n' ${table.join(' ')} "/proc/$$ ${root}/proc/self none bind 0 0" > ${root}/etc/fstab`,
    `mount --all --fstab ${root}/etc/fstab`,
    ...mounted.flatMap(({ path, kind }) => (kind === 'device' ? [] : [`mount -o remount,bind,ro ${inRoot(path)}`])),
    `mount -o remount,bind,ro ${root}`,
    `exec chroot ${root} setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
  ].join('\n');
}

/** A path in a listed folder, or listed twice, is left out. */
function planRoot(paths: readonly string[]): Plan {
  const copied: string[] = [];
  const mounted: Plan['mounted'][number][] = [];
  const links: string[] = [];
  const isThere = (path: string) => copied.includes(path) || mounted.some(({ path: other }) => isWithin(path, other));
  // A folder comes before what it contains.
  for (const given of paths.toSorted((one, other) => one.length - other.length)) {
    const path = links.some((link) => given !== link && isWithin(given, link)) ? realpathSync(given) : given;
    if (isThere(path)) continue;
    const found = lstatSync(path);
    if (found.isSymbolicLink()) links.push(path);
    if (found.isSymbolicLink() || (found.isFile() && found.size <= MAX_COPIED_BYTES)) copied.push(path);
    else mounted.push({ path, kind: found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'device' });
  }
  return { copied, mounted };
}

function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(`${folder}/`);
}

/** A word of the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A field of a table of file systems, in which white space and backslashes are octal numbers: see fstab(5). */
function escaped(path: string): string {
  return path.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

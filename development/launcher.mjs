/**
 * Runs a TypeScript entry on the pinned Bun, from nothing but Node: gets Bun into the cache where it is missing, and
 * installs the packages where they are missing or older than the lockfile. Plain JavaScript, because nothing can run TypeScript yet.
 *
 *     node development/launcher.mjs [<entry> [arguments …]]
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager.replace('bun@', '');

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}

/** The path of a Bun of exactly the pinned version: the one that runs this, one on PATH, or one in the cache. */
function findBun() {
  if (process.versions.bun === version) return process.execPath;
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'bun'));
  const candidates = [...onPath, ...cachedBuns()].filter((path) => existsSync(path));
  return candidates.find((path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() === version);
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), '.cache'), 'sotto');
}

/** Where npm puts Bun: behind its package's command, or only in the platform's package where install scripts are off. */
function cachedBuns() {
  const modules = join(cacheFolder(), `bun-${version}`, 'node_modules');
  const platforms = existsSync(join(modules, '@oven')) ? readdirSync(join(modules, '@oven')) : [];
  return [join(modules, '.bin', 'bun'), ...platforms.map((name) => join(modules, '@oven', name, 'bin', 'bun'))];
}

/** Installs Bun from npm into a temporary folder, then moves it into the cache, so that a partial installation is never used. */
function getBun() {
  say(`Getting Bun ${version} from npm …`);
  mkdirSync(cacheFolder(), { recursive: true });
  const folder = mkdtempSync(join(cacheFolder(), '.bun-'));
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `bun@${version}`],
    {
      stdio: ['ignore', 2, 2],
    },
  );
  const target = join(cacheFolder(), `bun-${version}`);
  if (status === 0) {
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  } else {
    rmSync(folder, { recursive: true, force: true });
  }
  return (
    findBun() ?? fail(`Cannot start as Bun ${version} could not be got from npm: install it, or see the lines above`)
  );
}

/** Entries that only developers run: they need the development packages as well, and so does a set-up without entry. */
const DEVELOPERS = /^(test|bench)\//;

/**
 * Installs what the lockfile names, unless that was done since it last changed, and deletes from it what this machine
 * does not need. The stamp says whether the development packages are there too.
 */
function installPackages(bun) {
  const stamp = join(root, 'node_modules', '.sotto-installed');
  const changedAt = newest(['bun.lock', 'package.json'].map((name) => join(root, name)));
  const needsAll = entry === undefined || DEVELOPERS.test(entry);
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : 'nothing';
  const all = needsAll || installed === 'all'; // whoever has the development packages keeps them
  const isCurrent = installed !== 'nothing' && statSync(stamp).mtimeMs >= changedAt;
  if (isCurrent && (installed === 'all' || !all)) return;
  say('Installing packages …');
  const steps = [
    ['install', '--frozen-lockfile', ...(all ? [] : ['--production'])],
    [join(root, 'development', 'slim.ts')],
  ];
  for (const step of steps) {
    const { status } = spawnSync(bun, step, { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) fail('Cannot start as the packages could not be installed: see the lines above');
  }
  writeFileSync(stamp, all ? 'all' : 'production');
}

/** Builds the web app, unless that was done since its sources or packages last changed. */
function buildWebApp(bun) {
  const web = join(root, 'web');
  const built = join(web, 'dist', 'manifest.json');
  if (!existsSync(web)) return;
  const folders = ['app', 'build', 'public', 'service-worker'].map((name) => join(web, name));
  const sources = [...folders, join(root, 'docs', 'receivers')].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  );
  const changedAt = newest([join(root, 'bun.lock'), ...sources]);
  if (existsSync(built) && statSync(built).mtimeMs >= changedAt) return;
  say('Building the web app …');
  const { status } = spawnSync(bun, [join(web, 'build', 'main.ts')], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('Cannot start as the web app could not be built: see the lines above');
}

/**
 * Prepares the speech models for this machine, unless that was done since the packages or its code last changed. If it
 * fails, everything works, but speech processes start more slowly.
 */
function prepareSpeech(bun) {
  const entry = join(root, 'speech', 'prepared', 'main.ts');
  if (!existsSync(entry)) return;
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.sotto-speech'); // has the path of the prepared models
  const code = ['embedded/onnx-graph.ts', 'inference.ts'].map((name) => join(root, 'speech', name));
  const files = readdirSync(dirname(entry)).map((name) => join(dirname(entry), name));
  const changedAt = newest([join(modules, '.sotto-installed'), ...code, ...files]);
  const isCurrent = existsSync(stamp) && newest([stamp]) >= changedAt;
  if (isCurrent && existsSync(readFileSync(stamp, 'utf8'))) return;
  say('Preparing the speech models …');
  // An isolated speech process cannot see the folder that Bun uses by default.
  const env = { ...process.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(cacheFolder(), 'speech', 'transpiled') };
  const { status } = spawnSync(bun, [entry, stamp], { cwd: root, stdio: ['ignore', 2, 2], env });
  if (status !== 0) say('The speech models were not prepared: speech processes start more slowly');
}

/** When the latest of these files changed, in milliseconds since 1970. */
function newest(paths) {
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

/** Forwards signals and exits like the entry. Ends the entry when the parent npm, which forwards nothing, is killed. */
function run(bun, entry, args) {
  const path = `${dirname(bun)}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(bun, [join(root, entry), ...args], { stdio: 'inherit', env: { ...process.env, PATH: path } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref();
  }
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code));
}

const [entry, ...args] = process.argv.slice(2);
const bun = findBun() ?? getBun();
installPackages(bun);
buildWebApp(bun);
prepareSpeech(bun);
if (entry) run(bun, entry, args);

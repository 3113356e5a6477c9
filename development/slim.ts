import { type Dirent, existsSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Rust's names of architectures that have other names in Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
/** Files that no runtime and no type check reads: source maps, documents, and sources beside what was built from them. */
const UNREAD = /\.(map|mdx?|markdown|flow|tsbuildinfo|rs)$|(?<!\.d)\.[cm]?ts$/;
/** In an image, nothing checks types. */
const FOR_DEVELOPERS = /\.(map|mdx?|markdown|flow|tsbuildinfo|rs|[cm]?ts)$/;
/**
 * The bridge's Rust sources, test data, unused builds of Swagger UI, Mediabunny and Deepgram's client, other models for
 * voice and language, and Playwright's viewers.
 */
const NEVER_LOADED = [
  'mediabunny/dist/bundles',
  'swagger-ui-dist/swagger-ui.js',
  'swagger-ui-dist/swagger-ui-es-bundle.js',
  'swagger-ui-dist/swagger-ui-es-bundle-core.js',
  '@temporalio/core-bridge/sdk-core',
  'bintrees/test',
  ...['large', 'medium', 'extrasmall'].map((size) => `eld/src/ngrams/${size}.js`),
  ...['v5', 'legacy'].map((version) => `@ricky0123/vad-web/dist/silero_vad_${version}.onnx`),
  '@deepgram/sdk/dist/cjs',
  'playwright-core/lib/vite',
];
/** Optional peer packages, and the compiler of workflows: an image contains the workflows' bundles. */
const NOT_IN_IMAGES = ['typescript', '@typescript', '@swc'];

/** A machine in Node's terms: `process.platform` and `process.arch`. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/**
 * Deletes from a `node_modules` folder what this machine does not need: native binaries for other machines, which some
 * packages include, source maps, sources and documents. It follows no links: a linked package is somebody's own folder.
 * @param options.image also deletes types and compilers, which an image does not need
 * @returns the deleted files and folders
 */
export async function slim(modules: string, machine: Machine, { image = false } = {}): Promise<string[]> {
  const unneeded = await ownPaths(modules, [
    ...(await foreignBinaries(modules, machine)),
    ...[...NEVER_LOADED, ...(image ? NOT_IN_IMAGES : [])].map((name) => join(modules, name)),
  ]);
  for (const path of unneeded) await rm(path, { recursive: true });
  const files = await filesOf(modules, image ? FOR_DEVELOPERS : UNREAD);
  for (const path of files) await rm(path);
  return [...unneeded, ...files];
}

/** Those of the paths that exist and that no link leads out of the folder. */
async function ownPaths(modules: string, paths: readonly string[]): Promise<string[]> {
  const inside = (await realpath(modules)) + sep;
  const found = paths.filter((path) => existsSync(path));
  const real = await Promise.all(found.map((path) => realpath(path)));
  return found.filter((_, index) => real[index]?.startsWith(inside));
}

async function foreignBinaries(modules: string, { platform, arch }: Machine): Promise<string[]> {
  const inference = join(modules, 'onnxruntime-node', 'bin', 'napi-v6');
  const bridge = join(modules, '@temporalio', 'core-bridge', 'releases');
  const audio = join(modules, 'node-web-audio-api');
  return [
    ...(await entriesOf(inference, (name) => name !== platform)),
    ...(await entriesOf(join(inference, platform), (name) => name !== arch)),
    ...(await entriesOf(bridge, (name) => !isTargetOf(name, platform, arch))),
    ...(await entriesOf(audio, (name) => name.endsWith('.node') && !name.includes(`.${platform}-${arch}`))),
  ];
}

async function entriesOf(folder: string, isOther: (name: string) => boolean): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter(isOther).map((name) => join(folder, name));
}

const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** The files that match, except licences, and except a README beside which there is none: it may state the licence. */
async function filesOf(modules: string, pattern: RegExp): Promise<string[]> {
  const entries = await entriesBelow(modules);
  const licensed = new Set(entries.filter(({ name }) => LICENCE.test(name)).map(({ parentPath }) => parentPath));
  const statesLicence = ({ name, parentPath }: Dirent) =>
    LICENCE.test(name) || (/^readme/i.test(name) && !licensed.has(parentPath));
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !statesLicence(entry))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** The entries of a folder and of its folders. Bun's recursive `readdir` would follow links. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map(({ name }) => entriesBelow(join(folder, name))));
  return [...entries, ...below.flat()];
}

/** Whether a Rust target such as `x86_64-unknown-linux-gnu` is this machine's. */
function isTargetOf(target: string, platform: string, arch: string): boolean {
  return target.startsWith(`${ARCHITECTURES[arch]}-`) && target.includes(`-${SYSTEMS[platform]}`);
}

if (import.meta.main) {
  const image = process.argv.includes('--image');
  const gone = await slim(join(process.cwd(), 'node_modules'), process, { image });
  if (gone.length > 0)
    process.stderr.write(`Deleted ${gone.length} files and folders that this machine does not need\n`);
}

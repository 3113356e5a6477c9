import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { PAGES } from '../app/pages.ts';
import type { BuiltFile, BuiltManifest } from './manifest.ts';
import { readReceivers } from './receivers.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const COMPRESSED = new Set(['.css', '.html', '.js', '.svg', '.webmanifest']);

interface Output {
  /** Its URL path, such as `/assets/main-1a2b3c4d.js`. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Builds the web app into a folder: scripts and styles under hashed names, the shell, the service worker, and a
 * manifest of all of them. The folder changes in one step, so that a server never reads half of a build.
 */
export async function buildWeb(folder: string): Promise<BuiltManifest> {
  const bundled = await bundle([join(web, 'app/main.tsx'), join(web, 'app/styles/main.css')], {
    naming: '[name]-[hash].[ext]',
    splitting: true,
    define: { RECEIVERS: JSON.stringify(await readReceivers()) },
  });
  const assets = bundled.map(({ path, content }) => ({ path: `/assets/${path}`, content }));
  const fixed = await publicFiles();
  const shell = { path: '/index.html', content: await renderShell(assets) };
  const cached = [...assets, ...fixed].map(({ path }) => path);
  const version = createHash('sha256').update(shell.content).update(cached.join()).digest('hex').slice(0, 12);
  const [worker] = await bundle([join(web, 'service-worker/main.ts')], {
    naming: 'service-worker.js',
    define: { BUILD: JSON.stringify({ version, files: cached }) },
  });
  if (!worker) throw new Error('The service worker was not built');
  const outputs = [...assets, ...fixed, shell, { path: '/service-worker.js', content: worker.content }];
  return writeBuild(folder, outputs, new Set(assets.map(({ path }) => path)));
}

async function bundle(
  entrypoints: string[],
  options: { naming: string; splitting?: boolean; define?: Record<string, string> },
): Promise<Output[]> {
  const { outputs, success, logs } = await Bun.build({
    entrypoints,
    target: 'browser',
    format: 'esm',
    minify: true,
    publicPath: '/assets/',
    ...options,
    define: { 'process.env.NODE_ENV': '"production"', ...options.define },
  });
  if (!success) throw new AggregateError(logs, 'The web app could not be built');
  return Promise.all(
    outputs.map(async (output) => ({
      path: output.path.replace(/^\.?\//, ''),
      content: new Uint8Array(await output.arrayBuffer()),
    })),
  );
}

async function publicFiles(): Promise<Output[]> {
  const names = (await readdir(join(web, 'public'))).sort();
  return Promise.all(
    names.map(async (name) => ({ path: `/${name}`, content: await readFile(join(web, 'public', name)) })),
  );
}

async function renderShell(assets: readonly Output[]): Promise<Uint8Array> {
  const find = (pattern: RegExp) => assets.find(({ path }) => pattern.test(path))?.path ?? '';
  const template = await readFile(join(web, 'app/index.html'), 'utf8');
  const html = template
    .replace('{{styles}}', find(/\/main-[^/]*\.css$/))
    .replace('{{script}}', find(/\/main-[^/]*\.js$/));
  return new TextEncoder().encode(html);
}

async function writeBuild(
  folder: string,
  outputs: readonly Output[],
  immutable: ReadonlySet<string>,
): Promise<BuiltManifest> {
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  const files: BuiltFile[] = [];
  for (const { path, content } of outputs) {
    const target = join(draft, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    const compress = COMPRESSED.has(extname(path));
    if (compress) {
      await writeFile(`${target}.gz`, gzipSync(content, { level: 9 }));
      await writeFile(`${target}.br`, brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }));
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    files.push({ path, type, immutable: immutable.has(path), compressed: compress });
  }
  const manifest: BuiltManifest = { pages: [...PAGES], files };
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest));
  await putInPlace(draft, folder);
  return manifest;
}

/** A concurrent build may have finished first with the same result. */
async function putInPlace(draft: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}

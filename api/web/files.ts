import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltFile, BuiltManifest } from '../../web/build/manifest.ts';

/** A file of the built web app, in memory. */
export interface WebFile extends BuiltFile {
  /** ETag of the content. */
  readonly etag: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** The compressed content, by encoding. */
  readonly encoded: Readonly<Partial<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>>;
}

/** The built web app. */
export interface WebApp {
  /** The HTML shell that every page of the app gets. */
  readonly shell: WebFile;
  readonly pages: readonly string[];
  readonly files: readonly WebFile[];
}

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Reads the web app that the set-up built; null when it was not built. */
export async function readWebApp(folder = DIST): Promise<WebApp | null> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const manifest = JSON.parse(text) as BuiltManifest;
  const files = await Promise.all(manifest.files.map((file) => readWebFile(folder, file)));
  const shell = files.find(({ path }) => path === '/index.html');
  if (!shell) throw new Error(`The web app in '${folder}' has no index.html: build it again`);
  return { shell, pages: manifest.pages, files: files.filter((file) => file !== shell) };
}

async function readWebFile(folder: string, file: BuiltFile): Promise<WebFile> {
  const path = join(folder, file.path);
  const content = new Uint8Array(await readFile(path));
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  if (!file.compressed) return { ...file, etag, content, encoded: {} };
  const [br, gzip] = await Promise.all([readFile(`${path}.br`), readFile(`${path}.gz`)]);
  return { ...file, etag, content, encoded: { br: new Uint8Array(br), gzip: new Uint8Array(gzip) } };
}

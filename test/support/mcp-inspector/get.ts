import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type Env } from '../../../development/executables.ts';
import type { Progress } from '../../../development/progress.ts';
import { runTool } from '../../../development/run-tool.ts';
import { inCache } from '../tool-cache.ts';

/** The MCP Inspector of the version in package.json, whose lockfile pins all hashes. Its package of the command line alone does not start. */
const FOLDER = 'mcp-inspector-1.0.3';
const PROGRAM = 'node_modules/@modelcontextprotocol/inspector/cli/build/index.js';
const timeoutMs = 10 * 60_000;

/** Gets the MCP Inspector from npm into the cache, beside the other tools. It takes 160 MB. */
export async function getMcpInspector(env: Env, progress: Progress): Promise<void> {
  if (existsSync(join(cacheFolder(env), FOLDER))) return;
  await inCache(env, FOLDER, async (folder) => {
    const cwd = join(folder, FOLDER);
    await mkdir(cwd);
    for (const name of ['package.json', 'bun.lock']) {
      await copyFile(fileURLToPath(new URL(name, import.meta.url)), join(cwd, name));
    }
    return progress.during('Getting the MCP Inspector from npm', () =>
      runTool(process.execPath, ['install', '--frozen-lockfile'], { env, timeoutMs, cwd }),
    );
  });
}

/**
 * The path of the program, which Node.js runs.
 * @throws when the tools were not set up
 */
export function mcpInspector(): string {
  const program = join(cacheFolder(process.env), FOLDER, PROGRAM);
  if (!existsSync(program)) throw new Error('Cannot test with the MCP Inspector: run `npm run test:tools`');
  return program;
}

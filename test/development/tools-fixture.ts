import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';

/** A machine with only a shell: a separate `PATH` and cache, and the commands that the test adds. */
export interface BareMachine {
  readonly env: Env;
  readonly folder: string;
  /** Puts an executable shell script on the machine's `PATH`. */
  install(name: string, script: string): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a machine whose `PATH` holds only a shell and a few of its tools. */
export async function bareMachine(): Promise<BareMachine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sotto-machine-')));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['sh', 'tar', 'gzip', 'cp', 'sleep', 'cat', 'mkdir', 'ln']) {
    const path = Bun.which(name);
    if (path) await symlink(await realpath(path), join(bin, name));
  }
  return {
    folder,
    env: { PATH: bin, XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder },
    install: async (name, script) => {
      const path = join(bin, name);
      await writeFile(path, `#!/bin/sh\n${script}\n`);
      await chmod(path, 0o755);
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Progress that records its lines. */
export function keptProgress(): Progress & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    say: (line) => lines.push(line),
    during: (what, work) => {
      lines.push(what);
      return work();
    },
  };
}

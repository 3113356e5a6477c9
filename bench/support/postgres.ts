import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** A PostgreSQL server of this process's own, with its defaults, on a socket in a temporary folder. */
export interface Postgres {
  readonly version: string;
  readonly pool: pg.Pool;
  stop(): Promise<void>;
}

/** The folder of `initdb` and `postgres` on the PATH; null when PostgreSQL is not installed. */
export async function findPostgres(): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const programs = ['initdb', 'postgres'].map((program) => access(join(folder, program)));
    if (
      await Promise.all(programs).then(
        () => true,
        () => false,
      )
    )
      return folder;
  }
  return null;
}

/** @param programs as {@link findPostgres} returns it */
export async function startPostgres(programs: string, connections: number): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-postgres-'));
  const asUser = await unprivileged(folder);
  const data = join(folder, 'data');
  await run(...command(asUser, join(programs, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8']));
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
  const child = spawn(...command(asUser, join(programs, 'postgres'), ['-D', data, ...settings]), { stdio: 'ignore' });
  const pool = new pg.Pool({ host: folder, user: 'bench', database: 'postgres', max: connections });
  pool.on('error', () => {}); // idle connections that the shutdown ends
  const version = await untilReady(pool, child);
  return {
    version,
    pool,
    stop: async () => {
      await pool.end();
      const exited = once(child, 'exit');
      child.kill('SIGINT'); // a fast shutdown
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. Root runs it as nobody, who then owns the folder. */
async function unprivileged(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (kind) => (await run('id', [kind, 'nobody'])).stdout.trim()),
  );
  await chown(folder, Number(uid), Number(gid));
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}

function command(asUser: readonly string[], program: string, args: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...asUser, program, ...args];
  return [first, rest];
}

async function untilReady(pool: pg.Pool, child: ChildProcess): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with code ${child.exitCode}`);
    try {
      const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
      return rows[0]?.server_version ?? 'unknown';
    } catch {
      await pause(50);
    }
  }
}

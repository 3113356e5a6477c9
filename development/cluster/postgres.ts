import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Env } from '../executables.ts';
import { lastLine, runTool } from '../run-tool.ts';
import { StackError } from '../stack-error.ts';
import type { Part } from '../supervise.ts';

/** A PostgreSQL server of a cluster. */
export interface PostgresServer {
  /** The folder with its executables. */
  readonly bin: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** An existing folder that every user can reach. It gets the data. */
  readonly folder: string;
}

interface Context {
  readonly env: Env;
  readonly logs: string;
}

const INIT_TIMEOUT_MS = 60_000;
/** Debian's package creates this user. PostgreSQL refuses to run as root. */
const SYSTEM_USER = 'postgres';
const isRoot = () => process.getuid?.() === 0;

/**
 * Creates the database cluster. Only the password opens a connection.
 * @throws {StackError} with the reason
 */
export async function initPostgres({ bin, user, password, folder }: PostgresServer, env: Env): Promise<void> {
  const owner = isRoot() ? await systemUser(env) : undefined;
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [folder, data, passwordFile]) await chown(path, owner.uid, owner.gid);
  const args = ['-D', data, '-U', user, '--auth=scram-sha-256', '--encoding=UTF8', '--no-locale'];
  const [command, ...rest] = asSystemUser(join(bin, 'initdb'), [...args, `--pwfile=${passwordFile}`]);
  const { ok, output } = await runTool(command, rest, { env, cwd: folder, timeoutMs: INIT_TIMEOUT_MS });
  await rm(passwordFile);
  if (!ok) throw new StackError(`Cannot start a cluster as initdb failed: ${lastLine(output)}`);
}

/** PostgreSQL with its defaults for durability, which counts its statements in `pg_stat_statements`. */
export function postgresPart(server: PostgresServer, { env, logs }: Context): Part {
  const { bin, port, folder } = server;
  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`],
    ...['max_connections=100', 'shared_buffers=256MB', 'shared_preload_libraries=pg_stat_statements'],
  ];
  const args = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
  const [command, ...rest] = asSystemUser(join(bin, 'postgres'), args);
  return {
    name: 'PostgreSQL',
    command,
    args: rest,
    env,
    logs,
    graceMs: 15_000,
    isReady: () => asksForPassword(server),
  };
}

/** `setpriv` replaces itself by the command, which keeps the process id. */
function asSystemUser(command: string, args: readonly string[]): [string, ...string[]] {
  if (!isRoot()) return [command, ...args];
  return ['setpriv', `--reuid=${SYSTEM_USER}`, `--regid=${SYSTEM_USER}`, '--clear-groups', '--', command, ...args];
}

async function systemUser(env: Env): Promise<{ readonly uid: number; readonly gid: number }> {
  const id = async (flag: string) =>
    Number((await runTool('id', [flag, SYSTEM_USER], { env, timeoutMs: 10_000 })).output);
  const [uid, gid] = [await id('-u'), await id('-g')];
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new StackError(`Cannot start a cluster as root without the user '${SYSTEM_USER}', which PostgreSQL runs as`);
  }
  return { uid, gid };
}

/** StartupMessage of version 3.0 of PostgreSQL's frontend protocol. */
function startupMessage(user: string): Buffer {
  const parameters = Buffer.from(`user\0${user}\0\0`);
  const message = Buffer.alloc(8 + parameters.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(196_608, 4);
  parameters.copy(message, 8);
  return message;
}

/** A server that serves asks for the password: `R`. One that is starting or recovering answers with an error: `E`. */
function asksForPassword({ port, user }: PostgresServer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(startupMessage(user)));
    const end = (served: boolean) => {
      socket.destroy();
      resolve(served);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('data', (answer) => end(answer.toString('latin1', 0, 1) === 'R'));
    socket.once('error', () => end(false));
  });
}

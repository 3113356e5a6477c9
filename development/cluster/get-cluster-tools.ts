import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Env, findExecutable } from '../executables.ts';
import { findOrGetRedis } from '../get-redis.ts';
import { StackError } from '../stack-error.ts';
import { type GetToolDeps, installSystemPackage, type SystemPackage, sudoOffer } from '../system-package.ts';
import { findOrBuildTemporalServer, type TemporalServerTools } from './get-temporal-server.ts';

/** The programs that a cluster runs. */
export interface ClusterTools {
  readonly redis: string;
  readonly redisCli: string;
  /** The folder with PostgreSQL's `initdb` and `postgres`. */
  readonly postgres: string;
  readonly haproxy: string;
  readonly temporal: TemporalServerTools;
}

/** Debian keeps each version of PostgreSQL in a folder of its own, outside `PATH`. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/**
 * Finds the programs; missing ones are installed with the system's package manager, and Temporal's are built.
 * @throws {StackError} naming the first that is missing, and how to install it
 */
export async function getClusterTools(deps: GetToolDeps): Promise<ClusterTools> {
  const redis = await findOrGetRedis(deps);
  const find = (name: string, env: Env) => () => findExecutable([name], env);
  const redisCli = await findOrInstall(deps, {
    ...{ title: 'redis-cli', debian: ['redis-tools', 'valkey-tools'], homebrew: 'valkey' },
    find: () => findExecutable(['redis-cli', 'valkey-cli'], deps.env),
  });
  const postgres = await findOrInstall(deps, {
    ...{ title: 'PostgreSQL', debian: ['postgresql'], homebrew: 'postgresql@17' },
    find: () => find('initdb', withPath(deps.env, ...debianPostgresFolders()))(),
  });
  const haproxy = await findOrInstall(deps, {
    ...{ title: 'HAProxy', debian: ['haproxy'], homebrew: 'haproxy' },
    find: find('haproxy', withPath(deps.env, '/usr/sbin')),
  });
  return { redis, redisCli, postgres: dirname(postgres), haproxy, temporal: await findOrBuildTemporalServer(deps) };
}

async function findOrInstall(deps: GetToolDeps, wanted: SystemPackage): Promise<string> {
  const found = wanted.find();
  if (found) return found;
  const installed = await installSystemPackage(wanted, deps);
  if ('path' in installed) return installed.path;
  const offer = sudoOffer(deps, 'npm run cluster -- --sudo');
  throw new StackError(
    `Cannot start a cluster as there is no ${wanted.title}: install ${wanted.debian.join(' or ')}${offer}${installed.failures.join('')}`,
  );
}

function withPath(env: Env, ...folders: string[]): Env {
  return { ...env, PATH: [env['PATH'] ?? '', ...folders].join(delimiter) };
}

/** The newest version first. */
function debianPostgresFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_POSTGRES).sort((one, other) => Number(other) - Number(one));
    return versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
  } catch {
    return []; // not Debian, or not installed
  }
}

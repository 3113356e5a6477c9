import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOrGetRedis } from '../../development/get-redis.ts';
import { type BareMachine, bareMachine, keptProgress } from './tools-fixture.ts';

const version = (line: string) => `echo '${line}'`;
const log = (machine: BareMachine) => `printf '%s\\n' "$*" >> ${machine.folder}/apt.log`;

describe('findOrGetRedis()', () => {
  let machine: BareMachine;
  beforeEach(async () => {
    machine = await bareMachine();
  });
  afterEach(() => machine.remove());

  test('uses redis-server from PATH and installs nothing', async () => {
    const path = await machine.install('redis-server', version('Redis server v=7.0.15 sha=0'));
    const progress = keptProgress();
    expect(await findOrGetRedis({ env: machine.env, progress, isRoot: true })).toBe(path);
    expect(progress.lines).toEqual([]);
  });

  test('uses valkey-server when there is no redis-server', async () => {
    const path = await machine.install('valkey-server', version('Valkey server v=8.1.1 sha=0'));
    expect(await findOrGetRedis({ env: machine.env, progress: keptProgress() })).toBe(path);
  });

  test('refuses a server older than 7.0 and names the alternatives', async () => {
    await machine.install('redis-server', version('Redis server v=6.2.14 sha=0'));
    const refused = findOrGetRedis({ env: machine.env, progress: keptProgress() });
    await expect(refused).rejects.toThrow(/redis-server' is too old: install .* 7\.0 or newer.*REDIS_URL/);
  });

  test('installs it with apt-get as root, once the package lists are updated', async () => {
    const { folder } = machine;
    const redis = join(folder, 'bin', 'redis-server');
    await machine.install('redis-template', version('Redis server v=7.0.15 sha=0'));
    await machine.install(
      'apt-get',
      `${log(machine)}
case "$*" in
  *update*) : > ${folder}/updated ;;
  *redis-server*) [ -e ${folder}/updated ] || { echo 'E: Unable to locate package' >&2; exit 100; }
    cp ${folder}/bin/redis-template ${redis} ;;
esac`,
    );
    const progress = keptProgress();
    expect(await findOrGetRedis({ env: machine.env, progress, isRoot: true })).toBe(redis);
    expect(progress.lines.map((line) => line.replace(folder, ''))).toEqual([
      'Installing Redis: /bin/apt-get install -y --no-install-recommends redis-server',
      'Installing Redis: /bin/apt-get update',
      'Installing Redis: /bin/apt-get install -y --no-install-recommends redis-server',
    ]);
  });

  test('runs sudo without a password when it is not root and --sudo was given', async () => {
    const { folder } = machine;
    await machine.install('apt-get', 'exit 1');
    await machine.install('sudo', `${log(machine)}\necho 'sudo: a password is required' >&2; exit 1`);
    const refused = findOrGetRedis({ env: machine.env, progress: keptProgress(), isRoot: false, maySudo: true });
    await expect(refused).rejects.toThrow(
      /no Redis: install redis-server or valkey-server .*\n.*sudo: a password is required/,
    );
    expect(await readFile(join(folder, 'apt.log'), 'utf8')).toContain(`-n ${folder}/bin/apt-get`);
  });

  test('does not run sudo without --sudo, and names the option', async () => {
    await machine.install('apt-get', log(machine));
    await machine.install('sudo', log(machine));
    const progress = keptProgress();
    const refused = findOrGetRedis({ env: machine.env, progress, isRoot: false });
    await expect(refused).rejects.toThrow(/or newer \(`npm start -- --sudo` does it with sudo\), or name/);
    expect(progress.lines).toEqual([]);
    expect(existsSync(join(machine.folder, 'apt.log'))).toBe(false);
  });

  test('prints instructions when there is no package manager', async () => {
    const refused = findOrGetRedis({ env: machine.env, progress: keptProgress(), isRoot: true });
    await expect(refused).rejects.toThrow(
      'Cannot start as there is no Redis: install redis-server or valkey-server 7.0 or newer, or name a running one with REDIS_URL',
    );
  });
});

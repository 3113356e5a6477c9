import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../development/cluster/cluster-ports.ts';
import { clusterSize } from '../../development/cluster/cluster-size.ts';
import { getClusterTools } from '../../development/cluster/get-cluster-tools.ts';
import { findOrBuildTemporalServer } from '../../development/cluster/get-temporal-server.ts';
import { loadBalancerConfig } from '../../development/cluster/load-balancer.ts';
import { temporalConfig } from '../../development/cluster/temporal-config.ts';
import { withoutTemporal, withoutTemporalServer } from '../../development/parts.ts';
import { type BareMachine, bareMachine, keptProgress } from './tools-fixture.ts';

describe('clusterSize()', () => {
  test('reads the numbers of processes and shards', () => {
    expect(clusterSize({ apis: '2', workers: '1', shards: '512' })).toEqual({ apis: 2, workers: 1, shards: 512 });
  });

  test.each([
    ['apis', '0', 16],
    ['apis', '17', 16],
    ['workers', '-1', 16],
    ['workers', '1.5', 16],
    ['shards', '', 4_096],
    ['shards', '4097', 4_096],
  ])('refuses --%s %p and names the option and its limit', (option, value, max) => {
    const size = { apis: '2', workers: '2', shards: '16', [option]: value };
    expect(() => clusterSize(size)).toThrow(`--${option} must be a number from 1 to ${max}`);
  });
});

describe('temporalConfig()', () => {
  const database = { port: 15_432, user: 'temporal', password: 'a "password"' };
  const options = { port: 1, httpPort: 2, innerPorts: [3, 4, 5, 6, 7, 8, 9], shards: 16, database };
  const config = JSON.parse(temporalConfig({ ...options, dynamicConfigFile: '/x/dynamic.yaml' }));

  test('gives each service ports of its own, on loopback', () => {
    const rpc = Object.values<{ rpc: Record<string, unknown> }>(config.services).map((service) => service.rpc);
    expect(rpc.every(({ bindOnLocalHost }) => bindOnLocalHost === true)).toBe(true);
    const ports = rpc.flatMap((service) => Object.values(service).filter((value) => typeof value === 'number'));
    expect(ports.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('stores histories and the list of workflows in two databases, with the number of shards', () => {
    const { numHistoryShards, datastores } = config.persistence;
    expect(numHistoryShards).toBe(16);
    expect([datastores.default.sql, datastores.visibility.sql]).toMatchObject([
      { databaseName: 'temporal', connectAddr: '127.0.0.1:15432', password: 'a "password"' },
      { databaseName: 'temporal_visibility', connectAddr: '127.0.0.1:15432', password: 'a "password"' },
    ]);
  });
});

test('loadBalancerConfig() checks the readiness of each API process, and never sends a request twice that may have begun', () => {
  const config = loadBalancerConfig({ port: 3_000, apiPorts: [3_001, 3_002] });
  expect(config).toContain('bind 127.0.0.1:3000\n');
  expect(config.match(/server api-\d 127\.0\.0\.1:\d+/g)).toEqual([
    'server api-1 127.0.0.1:3001',
    'server api-2 127.0.0.1:3002',
  ]);
  expect(config).toContain('http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host sotto\n');
  expect(config.match(/retry-on .*/g)).toEqual(['retry-on conn-failure']);
});

test('freePorts() returns distinct ports', async () => {
  expect(new Set(await freePorts(22)).size).toBe(22);
});

describe('the environment of the parts', () => {
  const env = { PATH: '/bin', TEMPORAL_ADDRESS: 'elsewhere:7233', TEMPORAL_ENCRYPTION_KEYS: 'k:…' };

  test('withoutTemporalServer() keeps the encryption keys and drops the address of another server', () => {
    expect(withoutTemporalServer(env)).toEqual({ PATH: '/bin', TEMPORAL_ENCRYPTION_KEYS: 'k:…' });
  });

  test('withoutTemporal() gives a Temporal server no variable of its clients', () => {
    expect(withoutTemporal(env)).toEqual({ PATH: '/bin' });
  });
});

describe('on a machine without the tools', () => {
  let machine: BareMachine;
  beforeEach(async () => {
    machine = await bareMachine();
  });
  afterEach(() => machine.remove());

  const deps = () => ({ env: machine.env, progress: keptProgress(), isRoot: false });

  test('findOrBuildTemporalServer() uses the executables on PATH', async () => {
    const [server, sqlTool] = [
      await machine.install('temporal-server', ''),
      await machine.install('temporal-sql-tool', ''),
    ];
    expect(await findOrBuildTemporalServer(deps())).toEqual({ server, sqlTool });
  });

  test('findOrBuildTemporalServer() builds both of one version with Go, and keeps them', async () => {
    const { folder } = machine;
    await machine.install('true-template', 'exit 0');
    const copy = (name: string) => `cp ${folder}/bin/true-template $GOBIN/${name}`;
    await machine.install('go', `echo "$*" >> ${folder}/go.log\n${copy('server')}\n${copy('sql')}`);
    const bin = join(folder, 'cache/sotto/bin');
    const built = { server: join(bin, 'temporal-server'), sqlTool: join(bin, 'temporal-sql-tool') };
    expect(await findOrBuildTemporalServer(deps())).toEqual(built);
    expect(await findOrBuildTemporalServer(deps())).toEqual(built);
    const version = 'v1.29.1';
    expect(await readFile(join(folder, 'go.log'), 'utf8')).toBe(
      `install go.temporal.io/server/cmd/server@${version} go.temporal.io/server/cmd/tools/sql@${version}\n`,
    );
  });

  test('findOrBuildTemporalServer() says why a build failed', async () => {
    await machine.install('go', 'echo "no route to host" >&2; exit 1');
    await expect(findOrBuildTemporalServer(deps())).rejects.toThrow(
      /cannot be built: install .*\n {2}no route to host/,
    );
  });

  test('findOrBuildTemporalServer() names what to install without Go', async () => {
    await expect(findOrBuildTemporalServer(deps())).rejects.toThrow(/no Temporal server: install .* or Go/);
  });

  test('getClusterTools() names the first program that is missing, and how to install it', async () => {
    await machine.install('redis-server', "echo 'Redis server v=7.0.15 sha=0'");
    await machine.install('sudo', '');
    await expect(getClusterTools(deps())).rejects.toThrow(
      'there is no redis-cli: install redis-tools or valkey-tools (`npm run cluster -- --sudo` does it with sudo)',
    );
  });
});

import { expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { dynamicConfig } from '../../development/cluster/temporal-config.ts';
import { DYNAMIC_CONFIG, devServerArguments } from '../../development/temporal-arguments.ts';
import { startDevServer } from '../support/temporal.ts';

test('devServerArguments() put the database in WAL mode, and a killed server loses no workflow', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-temporal-'));
  const databaseFile = join(folder, 'temporal.db');
  const workflowId = `kept/${randomUUID()}`;
  try {
    const first = await startDevServer({ databaseFile });
    const client = new Client({ connection: first.connection, namespace: first.namespace });
    await client.workflow.start('none', { workflowId, taskQueue: 'nobody' });
    // SQLite's file format: bytes 18 and 19 are 2 for a database with a write-ahead log.
    const header = new Uint8Array(20);
    const file = await open(databaseFile);
    await file.read(header, 0, 20, 0);
    await file.close();
    expect([...header.subarray(18)]).toEqual([2, 2]);
    expect(await readdir(folder)).toContain('temporal.db-wal');
    await first.kill();
    const second = await startDevServer({ databaseFile });
    const handle = new Client({ connection: second.connection, namespace: second.namespace }).workflow.getHandle(
      workflowId,
    );
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await second.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test('devServerArguments() set the pragmas only for a file', () => {
  const server = { port: 7233, namespace: 'default' };
  expect(devServerArguments({ ...server, databaseFile: 'x.db' }).join(' ')).toContain(
    '--db-filename x.db --sqlite-pragma journal_mode=WAL --sqlite-pragma synchronous=NORMAL',
  );
  expect(devServerArguments(server)).not.toContain('--sqlite-pragma');
});

test('devServerArguments() and dynamicConfig() give every server the same settings', () => {
  const settings = Object.entries(DYNAMIC_CONFIG);
  const given = devServerArguments({ port: 7233, namespace: 'default' });
  expect(given.filter((_, index) => given[index - 1] === '--dynamic-config-value')).toEqual(
    settings.map(([name, value]) => `${name}=${value}`),
  );
  expect(JSON.parse(dynamicConfig())).toEqual(Object.fromEntries(settings.map(([name, value]) => [name, [{ value }]])));
});

test('operations.md states the settings for a server of your own', async () => {
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(DYNAMIC_CONFIG).filter(([name]) => !name.startsWith('matching.'))) {
    expect(text.replaceAll('\n', ' ')).toContain(`\`${name}\` to ${value.toLocaleString('en')}`);
  }
});

import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../deploy/systemd', import.meta.url));
const UNITS = readdirSync(folder);

/** The maximum exposure of a unit that `systemd-analyze security` may report, out of 100. */
const MAX_EXPOSURE = 20;

function analyze(...args: string[]) {
  return spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, SYSTEMD_PAGER: 'cat' } });
}

test('there are units for the API and the worker', () => {
  expect(UNITS).toEqual(['sotto-api.service', 'sotto-worker.service']);
});

test.each(UNITS)('%s is what systemd can load', (unit) => {
  const copies = mkdtempSync(join(tmpdir(), 'sotto-units-'));
  try {
    // systemd checks that the executable exists, so this machine's Bun is used in its place.
    const text = readFileSync(join(folder, unit), 'utf8').replaceAll('/usr/local/bin/bun', process.execPath);
    expect(text).toContain(`ExecStart=${process.execPath} ${unit.includes('api') ? 'api' : 'worker'}/main.ts`);
    writeFileSync(join(copies, unit), text);
    const { status, stdout, stderr } = analyze('verify', '--man=no', join(copies, unit));
    const ofUnit = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(unit));
    expect({ status, ofUnit }).toEqual({ status: 0, ofUnit: [] });
  } finally {
    rmSync(copies, { recursive: true });
  }
});

test.each(UNITS)('%s is hardened', (unit) => {
  const path = join(folder, unit);
  const { status, stdout } = analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, path);
  expect(stdout).toContain('Overall exposure level');
  expect(status).toBe(0);
});

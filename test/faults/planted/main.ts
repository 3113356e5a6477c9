import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLANTED_FAULTS, type PlantedFault } from './faults.ts';

/**
 * `bun run test:planted [words]`: plants each fault, or those whose description contains the words, in a copy of the code
 * and runs the test that must detect it. Fails when one is not detected. A fault of the chaos test takes minutes.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const words = process.argv.slice(2).join(' ');
const wanted = PLANTED_FAULTS.filter(({ what }) => what.includes(words));

let unfound = 0;
for (const fault of wanted) {
  const found = isFound(fault);
  if (!found) unfound += 1;
  process.stdout.write(`${found ? 'found  ' : 'UNFOUND'} by ${fault.foundBy}: ${fault.what}\n`);
}
process.stdout.write(`${wanted.length - unfound} passed, ${unfound} failed\n`);
process.exit(unfound === 0 && wanted.length > 0 ? 0 : 1);

function isFound({ file, from, to, foundBy }: PlantedFault): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'sotto-planted-'));
  try {
    const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    for (const name of names) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      cpSync(join(root, name), join(copy, name));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(
      join(copy, file),
      readFileSync(join(copy, file), 'utf8').replace(from, () => to),
    );
    return !passes(copy, `test/faults/${foundBy}.test.ts`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** @throws {Error} when the tests did not run at all, because no test detects a fault that breaks the build */
function passes(folder: string, file: string): boolean {
  const args = ['test', '--no-orphans', '--timeout', '30000', file];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const failed = /^ *(\d+) fail$/m.exec(stdout + stderr)?.[1];
  if (failed === undefined || /error: Cannot find|^ *\d+ error/m.test(stderr)) throw new Error(stdout + stderr);
  return failed === '0';
}

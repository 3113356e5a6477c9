import { existsSync, readFileSync } from 'node:fs';
import type { FileCost } from './file-costs.ts';
import { kindOf } from './kinds.ts';
import { createLedger } from './ledger.ts';
import { commandOf, treeOf } from './process-table.ts';
import { describeCosts, type MachineTimes, parseMachineTimes, utilisation } from './report.ts';

/**
 * Watches the process `argv[2]` and all that it starts until this process gets SIGTERM, then prints where their processor
 * time went. `argv[3]` is the file that `recordFileCosts()` writes. Prints nothing on systems other than Linux.
 */
const SAMPLE_EVERY_MS = 500;
const [, , root = '', costs = ''] = process.argv;
const ledger = createLedger();
const machine: MachineTimes[] = [];

function sample(): void {
  ledger.add(treeOf(Number(root)), (pid) => kindOf(commandOf(pid)));
  machine.push(parseMachineTimes(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''));
}

function report(): void {
  sample();
  const lines = existsSync(costs) ? readFileSync(costs, 'utf8').split('\n').filter(Boolean) : [];
  const files = lines.map((line) => JSON.parse(line) as FileCost);
  process.stdout.write(`${describeCosts(ledger.byKind(), files, utilisation(machine, 10)).join('\n')}\n`);
  process.exit(0);
}

if (process.platform !== 'linux') process.exit(0);
process.on('SIGTERM', report);
sample();
setInterval(sample, SAMPLE_EVERY_MS);

import { cpus } from 'node:os';

/** A figure of a bench. `bench all` prints all in one table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Such as `ms`, `MiB` or `×` for a ratio. */
  readonly unit: string;
  /** The goal for the figure: at most or at least this. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
}

/** A bench: prints its progress and returns its figures. `args` are the command line's. */
export type Bench = (args: readonly string[]) => Promise<readonly Figure[]>;

/** Whether a figure meets its goal; undefined without one. */
export function meetsGoal({ value, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

/** Prints figures as a table, with the machine. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.name,
    `${figure.value.toPrecision(4)} ${figure.unit}`,
    figure.goal ? ('atMost' in figure.goal ? `≤ ${figure.goal.atMost}` : `≥ ${figure.goal.atLeast}`) : '',
    { true: 'met', false: 'MISSED', undefined: '' }[String(meetsGoal(figure))] ?? '',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  print(`\n${title} (${cpus().length} cores, ${process.versions['bun'] ? `Bun ${process.versions['bun']}` : 'Deno'})`);
  for (const row of rows) print(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}

/** Writes a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dashboards } from './dashboards.ts';
import { sloFile } from './slo.ts';

/** All generated files, by path below `deploy/`. */
export function generatedFiles(): Record<string, string> {
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const boards = Object.entries(dashboards()).map(([name, board]) => [`grafana/${name}`, text(board)] as const);
  return { 'prometheus/slo.yml': sloFile(), ...Object.fromEntries(boards) };
}

/** Entry of `bun run deploy:generate`. */
if (import.meta.main) {
  for (const [path, content] of Object.entries(generatedFiles())) {
    const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
    await mkdir(fileURLToPath(new URL('.', new URL(`../${path}`, import.meta.url))), { recursive: true });
    await writeFile(file, content);
  }
}

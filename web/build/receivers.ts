import { readFile } from 'node:fs/promises';

const folder = new URL('../../docs/receivers/', import.meta.url);
const FILES = {
  JavaScript: 'node.mjs',
  TypeScript: 'fetch.ts',
  Python: 'receiver.py',
  Go: 'go/main.go',
  Java: 'Receiver.java',
  PHP: 'receiver.php',
} as const;

/** The receivers of the documentation by language, which the app shows to developers. */
export async function readReceivers(): Promise<Readonly<Record<string, string>>> {
  const read = Object.entries(FILES).map(async ([language, file]) => {
    return [language, await readFile(new URL(file, folder), 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

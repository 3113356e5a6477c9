import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../development/executables.ts';

/** Patterns that a version of the prover has proved linear. Proofs take seconds in all and never change. */
export interface ProvenPatterns {
  /** The kept result, or that of `prove`, which is kept if it is `true`. */
  isProven(pattern: string, prove: () => boolean): boolean;
  /** Writes the proofs for later runs and other clones. */
  save(): void;
}

/** @param version of the prover */
export function openProvenPatterns(version: string, folder = cacheFolder(process.env)): ProvenPatterns {
  const path = join(folder, `linear-patterns-${version}.json`);
  const proven = new Set(readList(path));
  const before = proven.size;
  return {
    isProven: (pattern, prove) => {
      if (proven.has(pattern)) return true;
      if (!prove()) return false;
      proven.add(pattern);
      return true;
    },
    save: () => {
      if (proven.size === before) return;
      mkdirSync(folder, { recursive: true });
      const written = `${path}.${crypto.randomUUID()}`;
      writeFileSync(written, JSON.stringify([...proven].sort()));
      renameSync(written, path);
    },
  };
}

function readList(path: string): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[];
  } catch {
    return []; // there is none yet
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProvenPatterns } from './proven-patterns.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-proven-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = () => {
  throw new Error('It was proved again');
};

describe('openProvenPatterns()', () => {
  test('keeps what was proved, for later runs, and nothing that was not', () => {
    const proven = openProvenPatterns('1', folder);
    expect(proven.isProven('/a/', () => true)).toBe(true);
    expect(proven.isProven('/b/', () => false)).toBe(false);
    proven.save();
    const later = openProvenPatterns('1', folder);
    expect(later.isProven('/a/', never)).toBe(true);
    expect(() => later.isProven('/b/', never)).toThrow('again');
  });

  test('uses no proof of another version of the prover', () => {
    expect(() => openProvenPatterns('2', folder).isProven('/a/', never)).toThrow('again');
  });
});

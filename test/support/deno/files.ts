import { pathToFileURL } from 'node:url';
import { importFile } from './bun-test.ts';

/**
 * Entry of `deno test` for many test files: they share one process, in which the modules are loaded once. Each file is a
 * suite of its own. `SOTTO_TEST_FILES` has their paths, separated by spaces.
 */
const files = process.env['SOTTO_TEST_FILES']?.split(' ') ?? [];
const suites: (() => void)[] = [];
for (const file of files) suites.push(await importFile(file, () => import(pathToFileURL(file).href)));
for (const declareSuite of suites) declareSuite();

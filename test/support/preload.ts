import { afterAll } from 'bun:test';
import { endLeftServers } from './child.ts';
import { recordFileCosts } from './cost/file-costs.ts';

/** Runs before all tests. Processes that they start must behave as in production, so they must not end with their parent. */
delete process.env['BUN_FEATURE_FLAG_NO_ORPHANS'];

const costs = process.env['SOTTO_TEST_COSTS'];
delete process.env['SOTTO_TEST_COSTS']; // a test file that runs tests itself is one file
const record = costs ? recordFileCosts(costs) : undefined;

// Bun runs this after the last file, and in a run of all tests after each file.
afterAll(() => {
  endLeftServers();
  record?.(Bun.main);
});

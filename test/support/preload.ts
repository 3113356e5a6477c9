import { afterAll } from 'bun:test';
import { endLeftServers } from './child.ts';

/** Runs before all tests. Processes that they start must behave as in production, so they must not end with their parent. */
delete process.env['BUN_FEATURE_FLAG_NO_ORPHANS'];

// Runs after the hooks of the last file, in a run of all tests after those of each file.
afterAll(endLeftServers);

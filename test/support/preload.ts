import { afterAll } from 'bun:test';
import { endLeftServers } from './child.ts';

/** Runs before all tests. Processes that they start must behave as in production, so they must not end with their parent. */
delete process.env['BUN_FEATURE_FLAG_NO_ORPHANS'];

// Bun runs this after the last file, and in a run of all tests after each file.
afterAll(endLeftServers);

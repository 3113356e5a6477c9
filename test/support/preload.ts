/** Runs before all tests. Processes that they start must behave as in production, so they must not end with their parent. */
delete process.env['BUN_FEATURE_FLAG_NO_ORPHANS'];

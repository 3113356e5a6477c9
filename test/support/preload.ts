/** Runs before all tests: what they start must run as it does without tests around it, not end with its parent. */
delete process.env['BUN_FEATURE_FLAG_NO_ORPHANS'];

import { bundleWorkflows } from '../../platform/temporal/worker.ts';

/** Entry of `bun run check:workflows`: the bundle that every worker starts with must be possible. */
const bundle = await bundleWorkflows();
const code = 'code' in bundle ? bundle.code : '';
if (!code.includes('dictation')) throw new Error('Cannot bundle the workflows: the bundle is empty');
process.exit(0);

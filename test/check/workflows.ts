import { bundleWorkflows } from '../../platform/temporal/workflow-bundle.ts';

/** Entry of `bun run check:workflows`: checks that the workflow bundle of every worker can be built. */
const bundle = await bundleWorkflows();
const code = 'code' in bundle ? bundle.code : '';
if (!code.includes('dictation')) throw new Error('Cannot bundle the workflows: the bundle is empty');
process.exit(0);

import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker';
import { cachedBundle } from '../../platform/temporal/bundle-cache.ts';

const projectPath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
let bundle: Promise<WorkflowBundle> | undefined;

/** Sotto's workflows without `observe-note`, because only the worker process receives its reports. */
export function workflowBundle(): Promise<WorkflowBundle> {
  bundle ??= bundleForTests();
  return bundle;
}

async function bundleForTests(): Promise<WorkflowBundle> {
  const [workflowsPath, tracer] = [projectPath('workflows/index.ts'), projectPath('workflows/trace.ts')];
  const code = await cachedBundle({
    entries: [workflowsPath, tracer],
    manifests: [projectPath('package.json'), projectPath('bun.lock')],
    folder: projectPath('node_modules/.cache/sotto'),
    build: async () => {
      const options = { workflowsPath, workflowInterceptorModules: [tracer], logger: new DefaultLogger('ERROR') };
      return (await bundleWorkflowCode(options)).code;
    },
  });
  return { code };
}

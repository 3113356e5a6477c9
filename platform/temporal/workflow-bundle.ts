import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker';
import { cachedBundle } from './bundle-cache.ts';
import type { WorkerDeps } from './worker.ts';

const projectPath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Encodes failures for the codec, inside and outside of workflows. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failure-converter.ts', import.meta.url));

/**
 * On Bun, the SDK puts a proxy in place of a workflow's `globalThis`, because numeric names of globals do not work there.
 * At each switch from one workflow to another, the SDK compares all globals through that proxy, which took a sixth of the
 * time of a short workflow. Workflows have no globals with numeric names. On the first line, so that the lines of the
 * source map stay right.
 */
const WITHOUT_PROXY = 'this.globalThis = this;';

/** Evaluated last, so that it finds every global that the modules before it use. */
const ENGINE_GLOBALS = fileURLToPath(new URL('./engine-globals.ts', import.meta.url));

export interface BundleOptions extends Pick<WorkerDeps, 'dataConverter'> {
  /** Modules of `workflows/` that intercept all workflows. @default all */
  readonly interceptors?: readonly ('trace' | 'observe-note')[];
}

/**
 * Bundles `workflows/index.ts` for all workers. The first call after a change takes seconds; later ones, also of other
 * processes, read the bundle from the cache.
 * @param options.dataConverter the worker's
 */
export async function bundleWorkflows({
  dataConverter,
  interceptors: names = ['trace', 'observe-note'],
}: BundleOptions = {}): Promise<WorkflowBundle> {
  const workflowsPath = projectPath('workflows/index.ts');
  const interceptors = names.map((name) => projectPath(`workflows/${name}.ts`));
  const converter = dataConverter?.failureConverterPath;
  const code = await cachedBundle({
    entries: [workflowsPath, ...interceptors, ENGINE_GLOBALS, ...(converter === undefined ? [] : [converter])],
    manifests: [projectPath('package.json'), projectPath('bun.lock'), fileURLToPath(import.meta.url)],
    folder: projectPath('node_modules/.cache/sotto'),
    build: async () => {
      const bundle = await bundleWorkflowCode({
        workflowsPath,
        workflowInterceptorModules: interceptors,
        // Evaluated once for all workflows, not in each. A test checks that these modules keep no state.
        preloadModules: [...interceptors, workflowsPath, ENGINE_GLOBALS],
        ...(converter === undefined ? {} : { failureConverterPath: converter }),
        logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} },
      });
      return `${WITHOUT_PROXY}${bundle.code}`;
    },
  });
  return { code };
}

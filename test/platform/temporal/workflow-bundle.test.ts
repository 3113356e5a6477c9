import { expect, test } from 'bun:test';
import { createContext, runInContext, Script } from 'node:vm';
import { bundleWorkflows } from '../../../platform/temporal/workflow-bundle.ts';

/** A context as the SDK prepares it on Bun, with a proxy in place of its globals. */
function proxiedContext() {
  const context = createContext({ __webpack_module_cache__: {} });
  runInContext('{ const real = globalThis; real.globalThis = new Proxy(real, {}); }', context);
  return context;
}

test("bundleWorkflows() restores a context's own globalThis, which the SDK replaces on Bun", async () => {
  const bundle = await bundleWorkflows();
  const context = proxiedContext();
  expect(runInContext('this === globalThis', context)).toBe(false);
  if (!('code' in bundle)) throw new Error('The bundle has no code');
  new Script(bundle.code).runInContext(context);
  expect(runInContext('this === globalThis', context)).toBe(true);
});

test('bundleWorkflows() evaluates the modules of workflows once for all of them', async () => {
  const bundle = await bundleWorkflows();
  const cache: Record<string, unknown> = {};
  const context = createContext({ __webpack_module_cache__: cache });
  if (!('code' in bundle)) throw new Error('The bundle has no code');
  new Script(bundle.code).runInContext(context);
  expect(Object.keys(cache)).not.toContain('./workflows/webhook-event.ts');
  runInContext('__TEMPORAL__.preloadModules()', context);
  expect(Object.keys(cache)).toContain('./workflows/webhook-event.ts');
});

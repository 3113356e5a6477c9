import { beforeAll, describe, expect, test } from 'bun:test';
import { type Context, createContext, runInContext, Script } from 'node:vm';
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

describe('engine-globals.ts', () => {
  let context: Context;
  const run = (script: string): unknown => runInContext(script, context);
  beforeAll(async () => {
    const bundle = await bundleWorkflows();
    context = createContext({ __webpack_module_cache__: {} });
    if (!('code' in bundle)) throw new Error('The bundle has no code');
    new Script(bundle.code).runInContext(context);
    run('__TEMPORAL__.preloadModules()');
  });

  test("leaves only a few properties on globalThis that the SDK compares, and not the engine's", () => {
    expect(run('Reflect.ownKeys(globalThis).length')).toBeLessThan(10);
    expect(run('[typeof Array, typeof Promise, typeof Intl, typeof Math.max]')).toEqual([
      ...['function', 'function', 'object', 'function'],
    ]);
  });

  test('keeps the deterministic Date and Math of the SDK', () => {
    expect(() => run('Date.now()')).toThrow();
    expect(() => run('Math.random()')).toThrow();
    expect(run('new Date(0).toISOString()')).toBe('1970-01-01T00:00:00.000Z');
  });

  test('freezes what all workflows share', () => {
    expect(run('[Array, Map, Date, Math, JSON, Math.max, Intl.NumberFormat].every(Object.isFrozen)')).toBe(true);
  });

  test('gives a workflow that assigns a global one of its own, which can be deleted', () => {
    run('globalThis.Array = 5');
    expect(run('[Array, Object.hasOwn(globalThis, "Array")]')).toEqual([5, true]);
    run('delete globalThis.Array');
    expect(run('Array.isArray([])')).toBe(true);
  });
});

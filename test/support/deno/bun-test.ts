import { after, afterEach, before, beforeEach, it, describe as nodeDescribe } from 'node:test';
import { format } from 'node:util';
import { expect } from 'expect';

const matches = (pass: boolean, rule: string) => ({ pass, message: () => `Expected the value ${rule}` });

// Matchers of Bun's `expect` that Jest's does not have.
expect.extend({
  toBeWithin: (actual, from: number, below: number) =>
    matches(typeof actual === 'number' && actual >= from && actual < below, `from ${from} to below ${below}`),
  toBeString: (actual) => matches(typeof actual === 'string', 'to be a string'),
  toBeObject: (actual) => matches(typeof actual === 'object' && actual !== null, 'to be an object'),
  toStartWith: (actual, start: string) => matches(String(actual).startsWith(start), `to start with '${start}'`),
  toEndWith: (actual, end: string) => matches(String(actual).endsWith(end), `to end with '${end}'`),
});

/**
 * The part of `bun:test` that the API's tests use, on top of `node:test`, so that Deno runs the same files. Deno's import
 * map replaces `bun:test` by this module.
 */
type Body = (...args: never[]) => unknown;
type Each = (rows: readonly unknown[]) => (name: string, body: Body, timeout?: number) => void;
interface Test {
  (name: string, body: Body, timeout?: number): void;
  readonly each: Each;
}

const DEFAULT_TIMEOUT_MS = 30_000;
let timeoutMs = DEFAULT_TIMEOUT_MS;

export function setDefaultTimeout(ms: number): void {
  timeoutMs = ms;
}

/** What a test file declares at its top level, while it is imported by {@link importFile}. */
let declarations: (() => void)[] | undefined;

function declare(declaration: () => void): void {
  if (declarations) declarations.push(declaration);
  else declaration();
}

/**
 * Imports a test file and keeps what it declares, so that many files can run in one process with separate hooks.
 * @returns a function that declares the file's tests and hooks as one suite; call it after the last import
 * @throws {Error} when the file declares nothing
 */
export async function importFile(name: string, load: () => Promise<unknown>): Promise<() => void> {
  const own: (() => void)[] = [];
  declarations = own;
  timeoutMs = DEFAULT_TIMEOUT_MS;
  try {
    await load();
  } finally {
    declarations = undefined;
  }
  if (own.length === 0) throw new Error(`${name} has no tests`);
  const timeout = timeoutMs;
  return () =>
    nodeDescribe(name, () => {
      timeoutMs = timeout;
      for (const declaration of own) declaration();
    });
}

function declareTest(name: string, body: Body, timeout = timeoutMs): void {
  // node:test would pass an argument to a body that takes one.
  declare(() => it(name, { timeout }, () => (body as () => Promise<void>)()));
}

const argumentsOf = (row: unknown) => (Array.isArray(row) ? row : [row]);

/** A name in which the row's values replace %s and similar placeholders. */
function nameOf(name: string, args: readonly unknown[]): string {
  const places = name.match(/%[sdijo]/g)?.length ?? 0;
  return format(name, ...args.slice(0, places));
}

function each(declareOne: (name: string, body: Body, timeout?: number) => void): Each {
  return (rows) => (name, body, timeout) => {
    for (const row of rows) {
      const args = argumentsOf(row);
      declareOne(nameOf(name, args), () => (body as (...values: unknown[]) => unknown)(...args), timeout);
    }
  };
}

export const test: Test = Object.assign(declareTest, { each: each(declareTest) });

const declareSuite = (name: string, body: Body) => declare(() => nodeDescribe(name, () => void (body as () => void)()));
export const describe = Object.assign(declareSuite, { each: each(declareSuite) });

type Hook = () => unknown;
const run = (hook: Hook) => () => hook() as Promise<void>;
export const beforeAll = (hook: Hook, timeout = timeoutMs) => declare(() => before(run(hook), { timeout }));
export const afterAll = (hook: Hook, timeout = timeoutMs) => declare(() => after(run(hook), { timeout }));
const beforeEachTest = (hook: Hook) => declare(() => beforeEach(run(hook)));
const afterEachTest = (hook: Hook) => declare(() => afterEach(run(hook)));

export { afterEachTest as afterEach, beforeEachTest as beforeEach, expect };

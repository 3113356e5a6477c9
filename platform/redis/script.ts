import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from './connection.ts';

type Argument = string | number | Buffer;

/** Values by the names that the script's header declares. A name declared with `...` takes a list. */
export type Named<T> = Readonly<Record<string, T | readonly T[]>>;

/** Runs a Lua script as one atomic step in Redis. */
export type Script = (keys: Named<string>, args?: Named<Argument>) => Promise<unknown>;

/** Numbers and texts that a script shares with TypeScript, by their names in Lua. */
export type Constants = Readonly<Record<string, number | string>>;

/** How the replies of a script are read. */
export interface ScriptOptions {
  /**
   * Whether texts in the reply are bytes.
   * @default false
   */
  readonly binary?: boolean;
}

/**
 * Loads a script from its `.lua` file. `notes/store/lua/README.md` describes the header that declares keys, arguments
 * and included modules. Redis receives the text once; later calls send its digest.
 */
export function loadScript(
  redis: Redis,
  file: URL,
  constants: Constants = {},
  { binary = false }: ScriptOptions = {},
): Script {
  const source = readFileSync(file, 'utf8');
  const lua = assembleLua(source, file, constants);
  const digest = createHash('sha1').update(lua).digest('hex');
  const [keyNames, argNames] = [declared(source, 'KEYS'), declared(source, 'ARGV')];
  return async function runScript(keys, args = {}) {
    const keyValues = inOrder(keyNames, keys, file);
    const values = [...keyValues, ...inOrder(argNames, args, file)];
    const count = keyValues.length;
    try {
      return await (binary
        ? redis.callBuffer('evalsha', digest, count, ...values)
        : redis.evalsha(digest, count, ...values));
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return binary ? redis.callBuffer('eval', lua, count, ...values) : redis.eval(lua, count, ...values);
    }
  };
}

/**
 * Builds a script's whole text: constants, its keys as `KEY.name`, its arguments as `ARG.name`, its modules, then
 * itself.
 * @param base the folder of the modules, or a file in it
 */
export function assembleLua(source: string, base: URL, constants: Constants = {}): string {
  const modules = header(source, 'include').map((name) => {
    const text = readFileSync(new URL(`${name}.lua`, base), 'utf8');
    return `local ${name.replaceAll('-', '_')} = (function()\n${text}\nend)()`;
  });
  return [
    ...Object.entries(constants).map(([name, value]) => `local ${name} = ${JSON.stringify(value)}`),
    REST_FUNCTION,
    `local KEY = ${tableOf(declared(source, 'KEYS'), 'KEYS')}`,
    `local ARG = ${tableOf(declared(source, 'ARGV'), 'ARGV')}`,
    ...modules,
    source,
  ].join('\n');
}

/** `unpack` of a long list overflows Lua's stack, so the rest is copied element by element. */
const REST_FUNCTION =
  'local function rest(list, from, to) local out = {} for at = from, to or #list do out[#out + 1] = list[at] end return out end';

function header(source: string, kind: string): string[] {
  const line = new RegExp(`^-- ${kind}:(.*)$`, 'm').exec(source)?.[1] ?? '';
  return line.split(' ').filter((name) => name !== '');
}

/** The names in a header. The last may start with `...` for a list. */
const declared = (source: string, kind: 'KEYS' | 'ARGV'): readonly string[] => header(source, kind);

function tableOf(names: readonly string[], list: 'KEYS' | 'ARGV'): string {
  const entries = names.map((name, index) =>
    name.startsWith('...') ? `${name.slice(3)} = rest(${list}, ${index + 1})` : `${name} = ${list}[${index + 1}]`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** @throws {TypeError} unless exactly the declared names are given */
function inOrder<T>(names: readonly string[], given: Named<T>, file: URL): T[] {
  const values = names.flatMap((name): T | readonly T[] => {
    const isList = name.startsWith('...');
    const value = given[isList ? name.slice(3) : name];
    if (value === undefined || Array.isArray(value) !== isList) {
      throw new TypeError(`Cannot run ${file.pathname.split('/').at(-1)} as '${name}' is not given as declared`);
    }
    return value;
  });
  if (Object.keys(given).length !== names.length) {
    throw new TypeError(`Cannot run ${file.pathname.split('/').at(-1)} as it declares only: ${names.join(' ')}`);
  }
  return values;
}

import { FormatRegistry, Kind, type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import type { DocumentDecoration } from 'elysia';
import { canonicalEmail } from '../accounts/email-address.ts';
import { ApiError } from './errors.ts';
import { EXPECTED_USER } from './expected-user.ts';
import { parseInstant } from './instant.ts';
import { readText } from './read-text.ts';
import { invalid } from './schemas/answers.ts';
import { problemOf, type ValidationProblem } from './validation-problem.ts';

/** A 422 response with `{detail}`. It names fields and rules, never the values that were sent. */
export class RequestValidationError extends ApiError {
  override readonly name = 'RequestValidationError';
  readonly problems: readonly ValidationProblem[];

  constructor(problems: readonly ValidationProblem[]) {
    super(422, 'The request is not valid');
    this.problems = problems;
  }

  override get detail(): readonly ValidationProblem[] {
    return this.problems;
  }
}

interface Inputs {
  readonly query?: TObject;
  readonly params?: TObject;
  readonly body?: TObject;
  /** Maximum size of the body. @default MAX_JSON_BYTES */
  readonly maxBytes?: number;
  /** OpenAPI of the route. */
  readonly detail?: DocumentDecoration;
}

type Checked<I extends Inputs> = Omit<I, 'detail' | 'maxBytes'> & {
  readonly transform: (context: Target) => Promise<void>;
  readonly parse: 'none';
  readonly detail: DocumentDecoration;
};

interface Target {
  readonly request: Request;
  query: unknown;
  params: unknown;
  body: unknown;
}

/** OpenAPI of every route with checked input, unless the route defines its own. */
const REFUSAL = invalid(['body'], 'missing', 'Field required');
const MAX_JSON_BYTES = 256 * 1024;
const MAX_PROBLEMS = 64;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

FormatRegistry.Set('date-time', (text) => parseInstant(text) !== null);
FormatRegistry.Set('uuid', (text) => UUID.test(text));
// A domain with a single label is almost always a mistake.
FormatRegistry.Set(
  'email',
  (text) => text === text.trim() && canonicalEmail(text)?.split('@')[1]?.includes('.') === true,
);

/** A value that may also be null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * A route hook that checks query, path and JSON body against TypeBox schemas, after authentication. It replaces
 * Elysia's own check, whose errors lose the location of a problem and whose query parser splits at commas.
 * The schemas still give the handler its types and OpenAPI its text. Unknown fields are refused by name, unless the
 * schema says `additionalProperties: true`.
 * @throws {RequestValidationError}
 */
export function checked<const I extends Inputs>(inputs: I) {
  const { query, params, body, detail, maxBytes = MAX_JSON_BYTES } = inputs;
  const transform = async (context: Target): Promise<void> => {
    const problems: ValidationProblem[] = [];
    if (params) context.params = check('path', params, context.params, problems);
    if (query) context.query = check('query', query, readQuery(query, context.request.url, problems), problems);
    if (body) {
      const given = await readJson(context.request, maxBytes, problems);
      context.body = check('body', body, given, problems);
      if (isRecord(given)) refuseUnknown('body', body, Object.keys(given), problems);
    }
    if (problems.length > 0) throw new RequestValidationError(problems);
  };
  const seen = { ...(query && { query: opaque(query) }), ...(params && { params: opaque(params) }) };
  // Elysia does not get the schema of the body, because its own compiled check does not support unions.
  const schema = { ...body, additionalProperties: false };
  const documented = body && { requestBody: { required: true, content: { 'application/json': { schema } } } };
  // The route's own parameters would replace those of the path.
  const own = detail?.parameters && { parameters: [...pathParameters(params), ...detail.parameters] };
  const responses = { ...((query || params || body) && REFUSAL), ...detail?.responses };
  const hook = { ...seen, transform, parse: 'none', detail: { ...documented, ...detail, ...own, responses } };
  return hook as unknown as Checked<I>;
}

/**
 * Checks the text fields of a form.
 * @throws {RequestValidationError}
 */
export function checkFields<T extends TObject>(schema: T, fields: Readonly<Record<string, string>>): Static<T> {
  const problems: ValidationProblem[] = [];
  const value = check('body', schema, { ...fields }, problems);
  if (problems.length > 0) throw new RequestValidationError(problems);
  return value;
}

/**
 * Checks the arguments of a tool.
 * @throws {RequestValidationError}
 */
export function checkArguments<T extends TObject>(schema: T, given: unknown): Static<T> {
  const problems: ValidationProblem[] = [];
  const value = check('arguments', schema, isRecord(given) ? { ...given } : given, problems);
  if (isRecord(given)) refuseUnknown('arguments', schema, Object.keys(given), problems);
  if (problems.length > 0) throw new RequestValidationError(problems);
  return value;
}

/** Parameters in the path as OpenAPI lists them. */
function pathParameters(params: TObject | undefined) {
  return Object.entries(params?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'path' as const,
    required: true,
    ...(description === undefined ? {} : { description: String(description) }),
    schema: JSON.parse(JSON.stringify(schema)) as object,
  }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports unknown fields. Otherwise a misspelled field would be ignored without notice. */
function refuseUnknown(place: string, schema: TObject, names: Iterable<string>, problems: ValidationProblem[]): void {
  if (schema.additionalProperties === true) return;
  for (const name of new Set(names)) {
    if (Object.hasOwn(schema.properties, name)) continue;
    problems.push({ loc: [place, name.slice(0, 64)], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' });
    if (problems.length >= MAX_PROBLEMS) return;
  }
}

/** A schema that passes Elysia's own check, while the OpenAPI shows the real one. */
function opaque(schema: TObject): TSchema {
  const required = schema.required?.filter((name) => !('default' in (schema.properties[name] ?? {})));
  return { ...JSON.parse(JSON.stringify({ ...schema, required })), [Kind]: 'Any' };
}

/** Fills in defaults, then collects the problems. */
function check<T extends TObject>(place: string, schema: T, given: unknown, problems: ValidationProblem[]): Static<T> {
  if (given === undefined) return {} as Static<T>;
  const value = Value.Default(schema, given);
  if (passes(schema, value)) return value as Static<T>;
  const seen = new Set<string>();
  for (const error of Value.Errors(schema, value)) {
    // TypeBox reports a missing property twice, and also reports the content of a wrong value.
    if (seen.has(error.path)) continue;
    seen.add(error.path);
    problems.push(problemOf(place, error));
  }
  return value as Static<T>;
}

const compiled = new WeakMap<TObject, TypeCheck<TObject>>();

/** Whether the value is valid. Finding the problems takes several times as long, so it is done only when needed. */
function passes(schema: TObject, value: unknown): boolean {
  if (!compiled.has(schema)) compiled.set(schema, TypeCompiler.Compile(schema));
  return compiled.get(schema)?.Check(value) === true;
}

/** Scalars take the last value given, as FastAPI does; arrays take all. */
function readQuery(schema: TObject, url: string, problems: ValidationProblem[]): Record<string, unknown> {
  const given = new URL(url).searchParams;
  const names = [...given.keys()].filter((name) => name !== EXPECTED_USER); // authentication reads it
  refuseUnknown('query', schema, names, problems);
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const all = given.getAll(name);
    const last = all.at(-1);
    if (last === undefined) continue;
    if (property['type'] === 'array') values[name] = all;
    else values[name] = property['type'] === 'integer' && /^[+-]?\d+$/.test(last) ? Number(last) : last;
  }
  return values;
}

/** Undefined when the body could not be read; that problem is reported separately. */
async function readJson(request: Request, maxBytes: number, problems: ValidationProblem[]): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text === null) {
    problems.push({ loc: ['body'], msg: `Body should have at most ${maxBytes} bytes`, type: 'too_long' });
    return undefined;
  }
  if (text === '') {
    problems.push({ loc: ['body'], msg: 'Field required', type: 'missing' });
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    problems.push({ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' });
    return undefined;
  }
}

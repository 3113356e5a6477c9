import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Operation {
  readonly responses?: Record<string, { readonly content?: Record<string, { readonly schema?: object }> }>;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

/** Checks every response of an API against its OpenAPI. */
export interface Conformance {
  check(request: Request, response: Response): Promise<void>;
  /** The violations so far. */
  readonly problems: readonly string[];
}

/** An app, and the paths of all its routes, hidden ones included. */
interface App {
  handle(request: Request): Response | Promise<Response>;
  readonly routes: readonly { readonly path: string }[];
}

/**
 * A field that the OpenAPI does not describe is a problem, and so is an undescribed status. Routes that the OpenAPI hides
 * are not checked.
 */
export function createConformance(app: App): Conformance {
  const problems = new Set<string>();
  let reading: Promise<Checker> | undefined;
  return {
    check: async (request, response) => {
      const path = new URL(request.url).pathname;
      if (!path.startsWith('/v1/') || request.method === 'OPTIONS' || request.method === 'HEAD') return;
      reading ??= readChecker(app);
      const problem = await (await reading)(request.method, path, response);
      if (problem !== null) problems.add(`${request.method} ${path} ${response.status}: ${problem}`);
    },
    get problems() {
      return [...problems];
    },
  };
}

type Checker = (method: string, path: string, response: Response) => Promise<string | null>;

async function readChecker(app: App): Promise<Checker> {
  const answer = await app.handle(new Request('http://127.0.0.1/swagger/json'));
  const { paths, components } = (await answer.json()) as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats['default'](ajv);
  ajv.addSchema({ $id: 'openapi', components: { schemas: closed(components.schemas) } });
  const routes = Object.entries(paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    fixed: !template.includes('{'),
    operations,
  }));
  const fixedRoutes = new Set(app.routes.map(({ path }) => path));
  const validators = new WeakMap<object, ValidateFunction>();
  return async (method, path, response) => {
    const found = routes.filter(({ pattern }) => pattern.test(path)).sort((a, b) => Number(b.fixed) - Number(a.fixed));
    const operation = found[0]?.operations[method.toLowerCase()];
    const isHidden = fixedRoutes.has(path) && !found[0]?.fixed;
    if (!operation || isHidden) return null;
    const described = operation.responses?.[String(response.status)];
    if (!described) return 'the status is not described';
    const schema = described.content?.['application/json']?.schema;
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (!schema || !isJson) return isJson ? 'a JSON body is not described' : null;
    const validate = validators.get(schema) ?? ajv.compile(qualified(closed(schema)));
    validators.set(schema, validate);
    return validate(await response.clone().json()) ? null : ajv.errorsText(validate.errors);
  };
}

/** The schema with no additional properties in any object. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return (
    'properties' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner
  ) as T;
}

/** References point into the document that `ajv` has loaded. */
function qualified(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
}

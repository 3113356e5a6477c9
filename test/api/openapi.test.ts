import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { SCHEMAS } from '../../api/schemas/components.ts';
import { startTestApi } from '../support/api.ts';

interface Answer {
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, { readonly schema?: { readonly $ref?: string }; readonly example?: unknown }>;
}
interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly responses?: Record<string, Answer>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, Record<string, Operation>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly securitySchemes: Record<string, unknown> };
}

let api: Awaited<ReturnType<typeof startTestApi>>;
let document: Document;
beforeAll(async () => {
  api = await startTestApi();
  document = (await (await fetch(`${api.url}/swagger/json`)).json()) as Document;
}, 30_000);
afterAll(() => api.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

test("the description has version 0.1.0 and the contract's routes", () => {
  expect(document.info.version).toBe('0.1.0');
  const names = operations().map(({ name }) => name);
  for (const route of [
    'get /v1/public-api/notes',
    'get /v1/public-api/notes/{note_id}',
    'get /v1/public-api/notes/{note_id}/audio-url',
    'post /v1/enterprise/dictate',
    'post /v1/enterprise/transcriptions/{transcription_id}/feedback',
  ]) {
    expect(names).toContain(route);
  }
});

test('every operation has a summary and responses', () => {
  const bare = operations().filter(({ operation }) => !operation.summary || !operation.responses);
  expect(bare.map(({ name }) => name)).toEqual([]);
});

test('every operation has a described tag', () => {
  const headings = new Set(document.tags.map(({ name }) => name));
  const astray = operations().filter(({ operation }) => !operation.tags?.every((name) => headings.has(name)));
  expect(astray.map(({ name }) => name)).toEqual([]);
  const events = Object.values(document.webhooks).flatMap((methods) => Object.values(methods));
  const all = [...operations().map(({ operation }) => operation), ...events];
  const used = new Set(all.flatMap(({ tags }) => tags ?? []));
  expect(used).toEqual(headings);
});

test('every operation declares its credential, or that it needs none', () => {
  expect(operations().flatMap(({ name, operation }) => (operation.security ? [] : [name]))).toEqual([]);
  const open = operations().filter(({ operation }) => operation.security?.length === 0);
  expect(open.map(({ name }) => name)).toEqual(['get /v1/feeds/{file}', 'post /v1/app/sign-in']);
});

test('is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate({ ...document });
  expect(result).toEqual({ valid: true });
  expect(document.openapi).toBe('3.1.0');
});

test('every operation has a unique id, and no path ends in a slash', () => {
  const ids = operations().map(({ operation }) => operation.operationId ?? '');
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(document.paths).filter((path) => path.endsWith('/'))).toEqual([]);
});

const answers = () =>
  operations().flatMap(({ name, operation }) =>
    Object.entries(operation.responses ?? {}).map(([status, answer]) => ({ name: `${name} ${status}`, answer })),
  );

test('every response declares x-request-id, and every 429 and 503 Retry-After', () => {
  const bare = answers().filter(({ answer }) => !answer.headers?.['x-request-id']);
  expect(bare.map(({ name }) => name)).toEqual([]);
  const late = answers().filter(({ name, answer }) => / (429|503)$/.test(name) && !answer.headers?.['retry-after']);
  expect(late.map(({ name }) => name)).toEqual([]);
});

test('every response body has a named schema, and its example is valid', () => {
  const bodies = answers().filter(({ name }) => !/ (101|204|304)$/.test(name) && name !== 'post /v1/app/uploads 201');
  expect(bodies.length).toBeGreaterThan(100);
  const wrong = bodies.filter(({ answer }) => {
    const [mediaType] = Object.keys(answer.content ?? {});
    if (mediaType && STREAMS.has(mediaType)) return false;
    const { schema, example } = answer.content?.['application/json'] ?? {};
    const name = schema?.$ref?.replace('#/components/schemas/', '') as keyof typeof SCHEMAS;
    return !Object.hasOwn(SCHEMAS, name) || !Value.Check(inlined(SCHEMAS[name]), example);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** Answers that are not JSON. */
const STREAMS: ReadonlySet<string> = new Set(['text/event-stream', 'application/atom+xml', 'application/zip']);

/** A schema with its references resolved. */
function inlined(schema: TSchema): TSchema {
  const name = String(schema['$ref'] ?? '').replace('#/components/schemas/', '');
  if (name in SCHEMAS) return inlined(SCHEMAS[name as keyof typeof SCHEMAS]);
  // TypeBox expresses choices as unions.
  if (schema['enum']) return Type.Union((schema['enum'] as string[]).map((word) => Type.Literal(word)));
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return typeof value === 'object' && value !== null ? inlined(value as TSchema) : value;
  };
  const copy = { ...schema }; // TypeBox's kinds are symbols, which entries do not show
  for (const [key, value] of Object.entries(schema)) copy[key] = inside(value);
  return copy;
}

test('every security requirement names a declared scheme', () => {
  const schemes = new Set(Object.keys(document.components.securitySchemes));
  const named = operations().flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !schemes.has(name))).toEqual([]);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly schema?: { readonly format?: string; readonly example?: unknown };
}
interface FormSchema {
  readonly required?: readonly string[];
  readonly properties: Record<string, { readonly pattern?: string; readonly maxLength?: number }>;
}
interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly example?: object; readonly schema: FormSchema }>;
  };
}
const described = () => operations().map(({ name, operation }) => ({ name, ...(operation as Described) }));

test('every id in a path is declared as a UUID, except those chosen by callers or messages', () => {
  const ids = described().flatMap(({ name, parameters = [] }) =>
    parameters
      .filter((parameter) => parameter.in === 'path' && parameter.schema?.format !== 'uuid')
      .map((parameter) => `${name} ${parameter.name}`),
  );
  expect(ids.toSorted()).toEqual([
    'get /v1/app/webhook-endpoints/{id}/messages/{message_id}/body message_id',
    'get /v1/feeds/{file} file',
    'get /v1/models/{model} model',
    'post /v1/app/webhook-endpoints/{id}/messages/{message_id}/redeliver message_id',
    'post /v1/enterprise/transcriptions/{transcription_id}/feedback transcription_id',
  ]);
});

test('the examples of the note list do not exclude each other', async () => {
  const { userId } = await api.users.ensure({ email: 'examples@example.org' });
  const token = await api.tokens.create(userId, { name: 'examples', scopes: ['notes:read'] });
  for (const path of ['/v1/public-api/notes', '/v1/app/notes']) {
    const { parameters = [] } = described().find(({ name }) => name === `get ${path}`) ?? {};
    const given = parameters.flatMap(({ name, example, schema }) => {
      const value = example ?? schema?.example;
      return value === undefined ? [] : [[name, String(value)]];
    });
    expect(given.length).toBeGreaterThan(3);
    const headers = { authorization: `Bearer ${token?.secret}` };
    expect((await fetch(`${api.url}${path}?${new URLSearchParams(given)}`, { headers })).status).toBe(200);
  }
});

test('every form has an example with its required fields, and says whether it takes other fields', () => {
  const forms = described().flatMap(({ name, requestBody }) => {
    const form = requestBody?.content['multipart/form-data'];
    return form ? [{ name, form }] : [];
  });
  expect(forms).toHaveLength(5);
  for (const { name, form } of forms) {
    const { example = {}, schema } = form;
    // OpenAI's API ignores a field that it does not know, and clients rely on it.
    const additionalProperties = name === 'post /v1/audio/transcriptions';
    expect([name, schema]).toEqual([name, expect.objectContaining({ additionalProperties })] as never);
    const files = ['audio', 'file'];
    for (const field of schema.required ?? []) expect([...files, ...Object.keys(example)]).toContain(field);
    expect(JSON.stringify(example)).not.toContain('"string"');
  }
  const languages = forms.flatMap(({ form }) => form.schema.properties['language'] ?? []);
  expect(languages).toHaveLength(4);
  const { pattern = '', maxLength } = languages[0] ?? {};
  for (const language of languages) expect(language).toMatchObject({ pattern, maxLength } as object);
  for (const code of ['en', 'en-US', 'zh_Hant-TW']) expect(code).toMatch(new RegExp(pattern));
});

test('every JSON body refuses other fields', () => {
  const bodies = described().flatMap(({ name, requestBody }) => {
    const json = requestBody?.content['application/json'];
    return json ? [[name, json.schema] as const] : [];
  });
  expect(bodies.length).toBeGreaterThan(6);
  for (const [name, schema] of bodies)
    expect([name, schema]).toEqual([name, expect.objectContaining({ additionalProperties: false })] as never);
});

test('the page at /swagger loads nothing from another host', async () => {
  const page = await fetch(`${api.url}/swagger`);
  const html = await page.text();
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
  for (const path of ['/swagger/ui.js', '/swagger/ui.css']) {
    expect(html + (await (await fetch(`${api.url}/swagger/ui.js`)).text())).toContain(path);
    expect((await fetch(`${api.url}${path}`)).status).toBe(200);
  }
});

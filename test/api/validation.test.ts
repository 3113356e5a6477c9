import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { checked, nullable, RequestValidationError } from '../../api/validation.ts';

const uuid = '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e';
const color = Type.Union([Type.Literal('red'), Type.Literal('green'), Type.Literal('blue')]);

const app = new Elysia()
  .onError(({ error, set }) => {
    if (!(error instanceof RequestValidationError)) throw error;
    set.status = error.status;
    return { detail: error.detail };
  })
  .get(
    '/things',
    ({ query }) => query,
    checked({
      query: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        since: Type.Optional(Type.String({ format: 'date-time' })),
        tag_id: Type.Optional(Type.Array(Type.String({ format: 'uuid' }))),
        q: Type.Optional(Type.String({ maxLength: 5 })),
      }),
    }),
  )
  .post(
    '/things/:thing_id',
    ({ params, body }) => ({ params, body }),
    checked({
      params: Type.Object({ thing_id: Type.String({ format: 'uuid' }) }),
      body: Type.Object({
        title: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 5 }))),
        email: Type.Optional(Type.String({ format: 'email' })),
        colors: Type.Optional(Type.Array(color, { minItems: 1, maxItems: 2, uniqueItems: true })),
        count: Type.Optional(Type.Integer({ minimum: 0 })),
        on: Type.Optional(Type.Boolean()),
        name: Type.String(),
      }),
    }),
  );

async function call(path: string, init?: RequestInit) {
  const response = await app.handle(new Request(`http://localhost${path}`, init));
  return { status: response.status, body: (await response.json()) as { detail?: unknown } };
}

const post = (body: string, id = uuid) => call(`/things/${id}`, { method: 'POST', body });

test('checked() fills in defaults, uses the last value of a repeated scalar and all values of a list', async () => {
  expect((await call('/things')).body).toEqual({ limit: 20 } as object);
  const other = uuid.replace('7b', '8c');
  expect((await call(`/things?limit=3&limit=7&tag_id=${uuid}&tag_id=${other}`)).body as object).toEqual({
    limit: 7,
    tag_id: [uuid, other],
  });
});

test('checked() does not split values at commas or brackets', async () => {
  expect((await call('/things?q=a,[b')).body as object).toEqual({ limit: 20, q: 'a,[b' });
});

test('checked() refuses unknown parameters and fields by name', async () => {
  const extra = (...loc: string[]) => ({ loc, msg: 'Extra inputs are not permitted', type: 'extra_forbidden' });
  const query = await call('/things?events=1&events=2&sort[]=x&limit=3');
  expect([query.status, query.body]).toEqual([
    422,
    { detail: [extra('query', 'events'), extra('query', 'sort[]')] },
  ] as never);
  const body = await post('{"name":"n","stroe":true,"__proto__":1,"constructor":2}');
  const fields = ['stroe', '__proto__', 'constructor'].map((name) => extra('body', name));
  expect([body.status, body.body]).toEqual([422, { detail: fields }] as never);
});

test('checked() names no more than 64 unknown fields, and of each 64 characters', async () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}${'x'.repeat(1_000)}`, 1]));
  const { body } = await post(JSON.stringify({ name: 'n', ...many }));
  const { detail } = body as { detail: { loc: string[] }[] };
  expect(detail).toHaveLength(64);
  expect(detail[0]?.loc[1]).toHaveLength(64);
});

test.each([
  ['limit=0', ['query', 'limit'], 'greater_than_equal', 'Input should be greater than or equal to 1'],
  ['limit=-1', ['query', 'limit'], 'greater_than_equal', 'Input should be greater than or equal to 1'],
  ['limit=101', ['query', 'limit'], 'less_than_equal', 'Input should be less than or equal to 100'],
  ['limit=1e2', ['query', 'limit'], 'int_parsing', undefined],
  ['limit=1.5', ['query', 'limit'], 'int_parsing', undefined],
  ['limit=abc', ['query', 'limit'], 'int_parsing', undefined],
  ['limit=', ['query', 'limit'], 'int_parsing', undefined],
  ['since=yesterday', ['query', 'since'], 'datetime_parsing', 'Input should be a valid datetime'],
  ['tag_id=no', ['query', 'tag_id', 0], 'uuid_parsing', 'Input should be a valid UUID'],
  [`tag_id=${uuid},${uuid}`, ['query', 'tag_id', 0], 'uuid_parsing', undefined],
  [`tag_id=${uuid}&tag_id=urn:uuid:${uuid}`, ['query', 'tag_id', 1], 'uuid_parsing', undefined],
  ['q=abcdef', ['query', 'q'], 'string_too_long', 'String should have at most 5 characters'],
])('checked() refuses ?%s', async (query, loc, type, msg) => {
  const { status, body } = await call(`/things?${query}`);
  expect(status).toBe(422);
  expect(body.detail).toEqual([{ loc, type, msg: msg ?? expect.any(String) }]);
});

test.each([
  ['', ['body'], 'missing'],
  ['{', ['body'], 'json_invalid'],
  ['[]', ['body'], 'dict_type'],
  ['"text"', ['body'], 'dict_type'],
  ['{}', ['body', 'name'], 'missing'],
  ['{"name":null}', ['body', 'name'], 'string_type'],
  ['{"name":"n","title":5}', ['body', 'title'], 'string_type'],
  ['{"name":"n","title":""}', ['body', 'title'], 'string_too_short'],
  ['{"name":"n","title":"abcdef"}', ['body', 'title'], 'string_too_long'],
  ['{"name":"n","email":"nobody"}', ['body', 'email'], 'value_error'],
  ['{"name":"n","colors":[]}', ['body', 'colors'], 'too_short'],
  ['{"name":"n","colors":["red","green","blue"]}', ['body', 'colors'], 'too_long'],
  ['{"name":"n","colors":["red","red"]}', ['body', 'colors'], 'value_error'],
  ['{"name":"n","colors":["pink"]}', ['body', 'colors', 0], 'literal_error'],
  ['{"name":"n","count":1.5}', ['body', 'count'], 'int_type'],
  ['{"name":"n","on":"yes"}', ['body', 'on'], 'bool_type'],
])('checked() refuses the body %s', async (text, loc, type) => {
  const { status, body } = await post(text);
  expect(status).toBe(422);
  expect(body.detail).toEqual([{ loc, type, msg: expect.any(String) }]);
});

test('checked() names every problem of path and body at once, and no value', async () => {
  const { body } = await post('{"title":"secret"}', 'not-a-uuid');
  expect(body.detail).toEqual([
    { loc: ['path', 'thing_id'], type: 'uuid_parsing', msg: expect.any(String) },
    { loc: ['body', 'name'], type: 'missing', msg: 'Field required' },
    { loc: ['body', 'title'], type: 'string_too_long', msg: expect.any(String) },
  ]);
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('checked() stops reading a body that is too long', async () => {
  const { status, body } = await post(JSON.stringify({ name: 'x'.repeat(300_000) }));
  expect(status).toBe(422);
  expect(body.detail).toEqual([{ loc: ['body'], type: 'too_long', msg: expect.any(String) }]);
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApi } from '../support/api.ts';

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly responses?: Record<string, unknown>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
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

test('every operation says what it does and how it answers', () => {
  const bare = operations().filter(({ operation }) => !operation.summary || !operation.responses);
  expect(bare.map(({ name }) => name)).toEqual([]);
});

test('every operation stands under a heading that is described', () => {
  const headings = new Set(document.tags.map(({ name }) => name));
  const astray = operations().filter(({ operation }) => !operation.tags?.every((name) => headings.has(name)));
  expect(astray.map(({ name }) => name)).toEqual([]);
  const used = new Set(operations().flatMap(({ operation }) => operation.tags ?? []));
  expect(used).toEqual(headings);
});

test('every operation says which credential it takes, or that it takes none', () => {
  expect(operations().flatMap(({ name, operation }) => (operation.security ? [] : [name]))).toEqual([]);
  const open = operations().filter(({ operation }) => operation.security?.length === 0);
  expect(open.map(({ name }) => name)).toEqual(['post /v1/app/sign-in']);
});

test('every security requirement names a scheme that is described', () => {
  const schemes = new Set(Object.keys(document.components.securitySchemes));
  const named = operations().flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !schemes.has(name))).toEqual([]);
});

test('the page at /swagger loads nothing from another host', async () => {
  const page = await fetch(`${api.url}/swagger`);
  const html = await page.text();
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(page.headers.get('content-security-policy')).toStartWith("default-src 'self'");
  for (const path of ['/swagger/ui.js', '/swagger/ui.css']) {
    expect(html + (await (await fetch(`${api.url}/swagger/ui.js`)).text())).toContain(path);
    expect((await fetch(`${api.url}${path}`)).status).toBe(200);
  }
});

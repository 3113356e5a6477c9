import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testClients } from './clients/clients.ts';
import { type ClientStack, createClientStack } from './clients/stack.ts';
import { createStackStarts, npmStart, type StackStarts, startMs } from './development/stack-starts.ts';
import { eventually } from './support/eventually.ts';
import { connectMcp } from './support/mcp.ts';
import { freePort } from './support/ports.ts';
import { pythonWithClients } from './support/python-clients.ts';
import { schemathesisCommand } from './support/tools.ts';

const root = new URL('../', import.meta.url).pathname;
const run = promisify(execFile);
let stack: StackStarts;
/** The folder that a reader works in: the repository's, as far as the guides go, with a home of its own. */
let folder: string;
/** For what the clients write. */
let work: string;
let clients: ClientStack;
let url: string;
let apiKey: string;

/** `npm start`, as docs/webhooks.md prints it for receivers on the reader's own machine. */
async function npmStartOf(guide: string): Promise<Record<string, string>> {
  const [, variables = ''] = /^ {4}(.*) npm start$/m.exec(await readFile(join(root, guide), 'utf8')) ?? [];
  return Object.fromEntries(variables.split(' ').map((one) => one.split('=') as [string, string]));
}

beforeAll(async () => {
  stack = await createStackStarts();
  const started = stack.start(npmStart, await npmStartOf('docs/webhooks.md'));
  await eventually('the stack is ready', () => /^ {2}curl -sS .*$/m.exec(started.output())?.[0], {
    timeoutMs: 2 * startMs,
  });
  const credentials = JSON.parse(await readFile(join(stack.home, 'credentials.json'), 'utf8'));
  work = await mkdtemp(join(tmpdir(), 'sotto-clients-'));
  clients = createClientStack(credentials, work);
  ({ url, apiKey } = clients);
  // Beside the repository's packages, as a reader's project would be.
  folder = await mkdtemp(join(root, 'node_modules/.guides-'));
  await symlink(stack.home, join(folder, '.sotto'));
  await symlink(join(root, 'speech'), join(folder, 'speech'));
  await symlink(join(root, 'docs'), join(folder, 'docs'));
}, 150_000);
afterAll(async () => {
  stack.kill();
  await stack.nothingRuns();
  await stack.remove();
  for (const made of [folder, work]) await rm(made, { recursive: true, force: true });
});

async function blocks(guide: string, language: string): Promise<string[]> {
  const text = await readFile(join(root, guide), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);
}

/** Runs a guide's commands from the top to the end, as they are printed; one that fails ends them. */
async function follow(guide: string, change = (commands: string) => commands): Promise<string> {
  const commands = change((await blocks(guide, 'sh')).join('\n').replaceAll('http://localhost:3000', url));
  const script = [
    'set -euo pipefail',
    "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT",
    // A command with -f fails by itself, and curl refuses both options together. One without output only waits.
    'curl() { [[ " $* " == *" -sf "* || " $* " == *" -o /dev/null "* ]] || set -- --fail-with-body "$@"; command curl "$@" && echo; }',
    commands,
  ];
  const { stdout } = await run('bash', ['-c', script.join('\n')], { cwd: folder, timeout: 100_000 });
  return stdout;
}

test('README.md: the first dictation works as it is printed', async () => {
  const printed = await follow('README.md', (commands) => /^curl[\s\S]*?[^\\]\n/m.exec(commands)?.[0] ?? 'false');
  expect(printed).toMatch(/ask not what your country can do for you/);
}, 60_000);

test('docs/dictation.md: the commands work as they are printed', async () => {
  const printed = await follow('docs/dictation.md');
  expect(printed).toMatch(/ask not what your country can do for you/);
  expect(printed).toMatch(/ChargeBee at 5/);
  expect(printed).toMatch(/"expires_at":/);
  expect(printed.match(/"feedback_id":/g)).toHaveLength(2);
}, 120_000);

test('docs/clients.md: commands and programs work as they are printed', async () => {
  const printed = await follow('docs/clients.md');
  expect(printed).toMatch(/"text":"And so, my fellow Americans/);
  expect(printed).toMatch(/^00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nAnd so/m);
  expect(printed).toMatch(/^data: \{"type":"transcript\.text\.done"/m);
  expect(printed).toMatch(/"id":"sotto-raw"/);
  const env = { PATH: process.env['PATH'], SOTTO_URL: url, SOTTO_API_KEY: apiKey };
  const [program = ''] = await blocks('docs/clients.md', 'js');
  const [python = ''] = await blocks('docs/clients.md', 'python');
  await writeFile(join(folder, 'openai.mjs'), program);
  expect((await run('node', ['openai.mjs'], { cwd: folder, env })).stdout).toMatch(/country/);
  const clients = await pythonWithClients(process.env);
  const inPython = await run(clients.python, ['-c', python], { cwd: folder, env: { ...clients.env, ...env } });
  expect(inPython.stdout).toMatch(/country/);
}, 120_000);

test('docs/notes.md: the commands work as they are printed', async () => {
  const printed = await follow('docs/notes.md');
  expect(printed).toMatch(/"title":"Inaugural address"/);
  expect(printed).toMatch(/"name":"laptop"/);
  // Found by its tag, under the title that it has until the guide edits it.
  expect(printed).toMatch(/"items":\[\{"note_id":"[^\n]*"name":"speeches"/);
  expect((await readdir(folder)).filter((name) => /cookie|endpoint\.json/.test(name))).toEqual([]);
}, 120_000);

test('docs/exports.md: the commands work as they are printed', async () => {
  const upload = 'curl -s -H "Authorization: Bearer $TOKEN" -F audio=@speech/samples/jfk.flac $BASE/v1/app/notes';
  // Two notes, so that there are two pieces.
  const printed = await follow('docs/exports.md', (commands) =>
    commands.replace('limit=1000', 'limit=1').replace('NOTE=', () => `${upload}\nNOTE=`),
  );
  expect(printed).toMatch(/^---\ntitle: "/m);
  expect(printed).toMatch(/ask not what your country can do for you/);
  const written = await readdir(folder);
  expect(written).toEqual(expect.arrayContaining(['notes.zip', 'notes-1.zip', 'notes-2.zip']));
  expect(written.some((name) => name.endsWith('.srt'))).toBe(true);
}, 120_000);

test('docs/mcp.md: the call works as it is printed', async () => {
  expect(await follow('docs/mcp.md')).toMatch(/"structuredContent":\{"notice":"Untrusted data/);
}, 120_000);

test.each(['legacy', 'auto'] as const)("docs/mcp.md: the protocol's official client connects (%s)", async (mode) => {
  const { client, call, close } = await connectMcp(url, clients.token, mode);
  expect((await client.listTools()).tools).toHaveLength(5);
  expect((await call('list_recent_notes')).structured).toMatchObject({ notes: expect.any(Array) });
  await close();
});

test('docs/webhooks.md: the commands work as they are printed', async () => {
  const port = await freePort();
  const printed = await follow(
    'docs/webhooks.md',
    (commands) => `export PORT=${port}\n${commands.replaceAll(':8080', `:${port}`)}`,
  );
  // The receiver and curl write at the same time, so the line may follow JSON without a line break.
  expect(printed).toMatch(/(?:^|[}\]])note\.processed /m);
  expect(printed).toMatch(/"trigger":"test","outcome":"succeeded"/);
}, 120_000);

test('docs/dictation.md: the programs work as they are printed', async () => {
  const env = { PATH: process.env['PATH'], SOTTO_URL: url, SOTTO_API_KEY: apiKey };
  const [program = '', page = ''] = await blocks('docs/dictation.md', 'js');
  const [python = ''] = await blocks('docs/dictation.md', 'python');
  await writeFile(join(folder, 'dictate.mjs'), program);
  const javaScript = await run('node', ['dictate.mjs'], { cwd: folder, env });
  expect(javaScript.stdout).toMatch(/country/);
  // Schemathesis brings requests.
  const tools = schemathesisCommand(process.env);
  const inPython = await run(tools.command, ['-c', python], { cwd: folder, env: { ...tools.env, ...env } });
  expect(inPython.stdout).toMatch(/country/);

  await writeFile(join(folder, 'page.mjs'), page);
  const { dictate } = await import(join(folder, 'page.mjs'));
  const made = await fetch(`${url}/v1/enterprise/client-tokens`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
  });
  const { token } = (await made.json()) as { token: string };
  const recording = new Blob([await readFile(join(root, 'speech/samples/jfk.flac'))]);
  expect((await dictate(url, token, recording)).text).toMatch(/country/);
}, 60_000);

describe('the clients', () => testClients(() => clients));

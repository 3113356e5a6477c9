import { describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { BASH_COMPLETION } from '../support/debian.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { startReceiver } from '../support/receiver.ts';
import { fakeProgram, runCommand, startCommand } from './command.ts';
import { writeSamples } from './samples.ts';
import { type ClientStack, createEndpoint } from './stack.ts';

const root = new URL('../../', import.meta.url).pathname;
const SAMPLE = join(root, 'test/speech/fixtures/ask.flac');
const WORDS = /ask what you can do for your country/i;

/** How docs/cli.md loads the completion in each shell, and what the shell itself then does for `sotto notes <Tab>`. */
const COMPLETIONS: Readonly<Record<string, readonly string[]>> = {
  bash: [
    '--norc',
    '-c',
    `. ${BASH_COMPLETION}; source <(sotto complete bash); COMP_LINE='sotto notes ' COMP_POINT=12 COMP_CWORD=2
     COMP_WORDS=(sotto notes ''); "$(complete -p sotto | sed 's/.*-F \\([^ ]*\\).*/\\1/')"; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: [
    '--no-rcs',
    '-c',
    `autoload -Uz compinit && compinit -D; source <(sotto complete zsh); _describe() { print -rl -- $completions }
     words=(sotto notes ''); CURRENT=3; $_comps[sotto]`,
  ],
  fish: ['--no-config', '-c', "sotto complete fish | source; complete -C 'sotto notes '"],
};

/** The fixtures of the tests of the command. */
export interface CliSetup {
  readonly stack: ClientStack;
  /** The command of the installed package. */
  readonly command: readonly string[];
  /** The path of the standalone binary. */
  readonly binary: string;
}

/** The tests of the command `sotto`. */
export function testCli(setup: () => CliSetup): void {
  const sotto = (
    args: readonly string[],
    options: { env?: Record<string, string>; input?: string | Uint8Array } = {},
  ) => {
    const { stack, command } = setup();
    const { input } = options;
    const env = { ...stack.env, ...options.env };
    return runCommand([...command, ...args], { env, ...(input === undefined ? {} : { input }) });
  };

  describe('sotto login', () => {
    test('saves verified credentials in a file that only its owner can read, and other commands use them', async () => {
      const { stack } = setup();
      const config = join(stack.folder, 'config');
      const env = { PATH: stack.env.PATH, HOME: stack.folder, XDG_CONFIG_HOME: config };
      const run = (args: readonly string[], input = '') => runCommand([...setup().command, ...args], { env, input });
      const tokens = `${stack.token}\n${stack.apiKey}\n`;
      const login = await run(['login', '--url', `${stack.url}/`, '--with-tokens'], tokens);
      expect(login).toMatchObject({ code: 0, stdout: `${stack.email}\n` });
      const path = join(config, 'sotto/config.json');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const saved = { url: stack.url, token: stack.token, apiKey: stack.apiKey };
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(saved);
      expect(await run(['notes', 'search'])).toMatchObject({ code: 0 });
      // The credentials are not sent to another service.
      const elsewhere = await run(['notes', 'search', '--url', 'http://127.0.0.1:1']);
      expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('personal token') });
      const refused = await run(['login', '--url', stack.url, '--with-tokens'], 'sotto_pat_of_nobody\n');
      expect(refused.code).toBe(3);
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ token: stack.token });
      await run(['logout']);
      expect(await readdir(join(config, 'sotto'))).toEqual([]);
    });
  });

  describe('sotto dictate', () => {
    test('prints the text of a file, of a pipe and of a microphone', async () => {
      const { stack } = setup();
      expect((await sotto(['dictate', SAMPLE])).stdout).toMatch(WORDS);
      const piped = await sotto(['dictate', '-', '--json'], { input: await readFile(SAMPLE) });
      expect(JSON.parse(piped.stdout)).toMatchObject({ text: expect.stringMatching(WORDS), id: expect.any(String) });
      const samples = join(stack.folder, 'samples.raw');
      await writeSamples(samples);
      const bin = await fakeProgram(stack.folder, 'arecord', `cat '${samples}'`);
      const spoken = await sotto(['dictate'], { env: { PATH: `${bin}:${stack.env.PATH}` } });
      expect(spoken).toMatchObject({ code: 0, stdout: expect.stringMatching(/your country/i) });
    });

    test('keeps what was recorded when Ctrl-C ends the recording, and ends at SIGTERM', async () => {
      const { stack, command } = setup();
      const [samples, begun] = ['spoken.raw', 'begun'].map((name) => join(stack.folder, name));
      await writeSamples(samples ?? '');
      const script = `trap 'kill $!; exit 0' INT; cat '${samples}'; sleep 60 >/dev/null 2>&1 & touch "$BEGUN"; wait`;
      const bin = await fakeProgram(stack.folder, 'arecord', script);
      const end = async (signal: 'SIGINT' | 'SIGTERM') => {
        const env = { ...stack.env, PATH: `${bin}:${stack.env.PATH}`, BEGUN: `${begun}-${signal}` };
        const recording = startCommand([...command, 'dictate'], { env });
        await eventually('it records', () => existsSync(env.BEGUN), { timeoutMs: 20_000 });
        recording.child.kill(signal);
        return recording.ended;
      };
      expect(await end('SIGINT')).toMatchObject({ code: 0, stdout: expect.stringMatching(/your country/i) });
      expect(await end('SIGTERM')).toMatchObject({ code: 130, stdout: '' });
    });

    test('reports a missing recording program or file', async () => {
      const { stack } = setup();
      const none = await runCommand([process.execPath, setup().command.at(-1) ?? '', 'dictate'], {
        env: { ...stack.env, PATH: '' },
      });
      expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('install arecord') });
      expect(await sotto(['dictate', '/no/such.wav'])).toMatchObject({ code: 2, stdout: '' });
    });
  });

  describe('sotto record and sotto notes', () => {
    test('create, find, show and export a note', async () => {
      const { stack } = setup();
      const made = await sotto(['record', SAMPLE, '--title', 'From the shell', '--json']);
      expect(made.code).toBe(0);
      const note = JSON.parse(made.stdout) as { note_id: string; status: string };
      expect(note).toMatchObject({ status: 'completed', title: 'From the shell' });
      const found = await sotto(['notes', 'search', 'country', '--limit', '100']);
      expect(found.stdout).toMatch(new RegExp(`^${note.note_id}\\t[^\\t]+\\tFrom the shell$`, 'm'));
      expect((await sotto(['notes', 'show', note.note_id])).stdout).toMatch(WORDS);
      expect((await sotto(['notes', 'export', note.note_id])).stdout).toMatch(/^---\n[\s\S]*From the shell/);
      const output = join(stack.folder, 'exported');
      const all = await sotto(['notes', 'export', '--all', '--format', 'txt', '--output', output]);
      expect(all).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Wrote \d+ notes? to /) });
      expect(await readFile(join(output, `${note.note_id}.txt`), 'utf8')).toMatch(WORDS);
    });
  });

  describe('sotto', () => {
    test('exits with the codes that docs/cli.md lists', async () => {
      const code = async (args: readonly string[], env: Record<string, string> = {}) =>
        (await sotto(args, { env })).code;
      expect(await code(['--version'])).toBe(0);
      expect(await code(['nonsense'])).toBe(2);
      expect(await code(['notes', 'search', '--limit', 'many'])).toBe(2);
      expect(await code(['notes', 'search'], { SOTTO_TOKEN: 'sotto_pat_of_nobody' })).toBe(3);
      expect(await code(['notes', 'show', crypto.randomUUID()])).toBe(4);
      expect(await code(['notes', 'search', '--url', 'localhost:3000'])).toBe(2);
      const away = ['--endpoint', 'any', '--url', 'http://127.0.0.1:1'];
      expect(await code(['webhooks', 'replay', 'msg_1', ...away])).toBe(5);
    });

    test('ends at Ctrl-C while the service does not answer', async () => {
      const { stack, command } = setup();
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as { readonly port: number };
      try {
        for (const args of [
          ['notes', 'search'],
          ['webhooks', 'list'],
        ]) {
          const env = { ...stack.env, SOTTO_URL: `http://127.0.0.1:${port}` };
          const connected = once(silent, 'connection');
          const { child, ended } = startCommand([...command, ...args], { env });
          await connected;
          child.kill('SIGINT');
          expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: '' });
        }
      } finally {
        silent.close();
      }
    });

    test.each(Object.entries(COMPLETIONS))('completes commands in %s', async (shell, script) => {
      const { stack, command } = setup();
      const bin = await fakeProgram(stack.folder, 'sotto', `exec ${command.join(' ')} "$@"`);
      const env = { ...stack.env, PATH: `${bin}:${stack.env.PATH}` };
      const completed = await runCommand([shell, ...script], { env });
      expect(completed.stdout.split('\n').map((line) => line.split(/[:\t]/)[0])).toEqual(
        expect.arrayContaining(['search', 'show', 'export']),
      );
    });

    test('runs as a standalone binary', async () => {
      const { stack, binary } = setup();
      const env = { ...stack.env, PATH: '' };
      expect(await runCommand([binary, '--version'], { env })).toMatchObject({ code: 0, stdout: '0.1.0\n' });
      const made = await runCommand([binary, 'record', SAMPLE, '--no-wait'], { env });
      expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    });
  });

  describe('sotto webhooks', () => {
    test('listen verifies and forwards deliveries; replay forwards one again', async () => {
      const { stack, command } = setup();
      const receiver = await startReceiver();
      // Nothing listens at this URL, so only the command receives the deliveries.
      const { endpoint_id: id, secret } = await createEndpoint(stack, `http://127.0.0.1:${await freePort()}/`);
      const env = { ...stack.env, WEBHOOK_SECRET: secret };
      const args = ['--endpoint', id, '--forward', receiver.url, '--json'];
      const listening = startCommand([...command, 'webhooks', 'listen', ...args], { env });
      try {
        await eventually('it listens', () => listening.errors().includes('Listening'), { timeoutMs: 20_000 });
        await stack.call('POST', `/webhook-endpoints/${id}/test`);
        const received = await eventually('the receiver was sent it', () =>
          receiver.requests.find(({ body }) => body.includes('note.processed')),
        );
        expect(received.headers['webhook-signature']).toStartWith('v1,');
        const printed = await eventually('it printed the delivery', () =>
          listening.output().match(/^.*note\.processed.*$/m),
        );
        const line = JSON.parse(printed[0]);
        expect(line).toMatchObject({ verified: true, status: 204, body: { type: 'note.processed' } });
        const replayed = await runCommand([...command, 'webhooks', 'replay', line.message_id, ...args], { env });
        expect(JSON.parse(replayed.stdout)).toMatchObject({ message_id: line.message_id, verified: true, status: 204 });
        const unknown = await runCommand([...command, 'webhooks', 'replay', 'msg_none', ...args], { env });
        expect(unknown.code).toBe(2);
        const foreign = { ...env, WEBHOOK_SECRET: 'whsec_YW5vdGhlciBzZWNyZXQ=' };
        const sentBefore = receiver.requests.length;
        const refused = await runCommand([...command, 'webhooks', 'replay', line.message_id, ...args], {
          env: foreign,
        });
        expect(JSON.parse(refused.stdout)).toMatchObject({ verified: false, status: null });
        expect(receiver.requests).toHaveLength(sentBefore);
      } finally {
        listening.child.kill('SIGINT');
        expect((await listening.ended).code).toBe(130);
        await receiver.stop();
      }
    });
  });
}

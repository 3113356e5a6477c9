import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { createStackStarts, launcher, npmStart, root, type StackStarts, type Start, startMs } from './stack-starts.ts';

const sample = join(root, 'speech', 'samples', 'jfk.flac');

let stack: StackStarts;
beforeAll(async () => {
  stack = await createStackStarts();
});
afterEach(() => stack.kill());
afterAll(() => stack.remove());

async function ready(started: Start): Promise<string> {
  const command = () => /^ {2}curl -sS .*$/m.exec(started.output())?.[0].trim();
  try {
    return await eventually('the stack is ready', command, { timeoutMs: startMs });
  } catch (error) {
    throw new Error(`It said:\n${started.output()}\nIts parts said:\n${await logs()}`, { cause: error });
  }
}

/** The last lines that each part wrote. */
async function logs(): Promise<string> {
  const names = await readdir(join(stack.home, 'logs')).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(stack.home, 'logs', name), 'utf8')));
  return texts.map((text, index) => `${names[index]}:\n${text.slice(-3_000)}`).join('\n');
}

const credentials = async () => JSON.parse(await readFile(join(stack.home, 'credentials.json'), 'utf8'));
const recorded = async () => JSON.parse(await readFile(join(stack.home, 'processes.json'), 'utf8'));

async function run(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

/** A dictation whose last bytes are sent when {@link finish} is called. */
function slowDictation(baseUrl: string, apiKey: string, audio: Buffer) {
  const form = (name: string, rest: string) => `--cut\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n`;
  const call = request(`${baseUrl}/v1/enterprise/dictate`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=cut' },
  });
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.once('end', () => resolve({ status: response.statusCode, body }));
    });
  });
  const begun = new Promise<void>((resolve) => {
    call.write(form('source', '\r\n\r\ntranscription'));
    call.write(`${form('audio', '; filename="jfk.flac"\r\ncontent-type: audio/flac\r\n')}`);
    call.write(audio.subarray(0, 500_000), () => resolve());
  });
  const finish = () => {
    call.write(audio.subarray(500_000));
    call.end('\r\n--cut--\r\n');
  };
  return { begun, finish, answer };
}

/** A link from the API. Cookies and links must use the address that the client used. */
async function linkToRecording(): Promise<string> {
  const { base_url, personal_token } = await credentials();
  const headers = { authorization: `Bearer ${personal_token}` };
  const body = new FormData();
  body.append('audio', new Blob([await readFile(sample)]));
  const { note_id } = await (await fetch(`${base_url}/v1/app/notes`, { method: 'POST', headers, body })).json();
  return (await (await fetch(`${base_url}/v1/public-api/notes/${note_id}`, { headers })).json()).recording_url;
}

describe('npm start', () => {
  test('prints a command that transcribes the sample; a SIGTERM to npm stops everything after the dictation in flight', async () => {
    // Nothing listens on the discard port, so a request that goes through this proxy fails.
    const proxy = 'http://127.0.0.1:9';
    const started = stack.start(npmStart, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, NO_PROXY: '' });
    const { text, id } = JSON.parse(await run(await ready(started)));
    expect(text).toMatch(/fellow Americans.*what you can do for your country/);
    const { temporal_ui, base_url, enterprise_url, api_key } = await credentials();
    expect(enterprise_url).toBe(base_url);
    expect(await linkToRecording()).toStartWith(`${base_url}/v1/recordings/`);
    const runs = await eventually('the run is listed in the Temporal Web UI', async () => {
      const { executions } = await (await fetch(`${temporal_ui}/api/v1/namespaces/default/workflows`)).json();
      return executions?.some((one: { execution: { workflowId: string } }) => one.execution.workflowId.endsWith(id));
    });
    expect(runs).toBe(true);
    const upload = slowDictation(base_url, api_key, await readFile(sample));
    await upload.begun;
    await fetch(`${base_url}/health`); // answered after the earlier connection was taken
    started.child.kill('SIGTERM');
    await eventually('the stop has begun', () => started.output().includes('Stopping'));
    upload.finish();
    const { status, body } = await upload.answer;
    expect(body).toMatch(/fellow Americans/);
    expect(status).toBe(200);
    expect(await started.ended).toBe(0);
    await stack.nothingRuns();
  }, 120_000);

  test('keeps its state across a restart, and stops on a Ctrl-C to the process group', async () => {
    const before = await credentials();
    const started = stack.start(npmStart);
    const command = await ready(started);
    expect(await credentials()).toMatchObject({
      api_key: before.api_key,
      personal_token: before.personal_token,
      user_email: before.user_email,
    });
    expect(command).toContain(before.api_key);
    process.kill(-(started.child.pid ?? 0), 'SIGINT');
    expect(await started.ended).toBe(0);
    await stack.nothingRuns();
  }, 120_000);

  test('restarts a killed API, refuses a second stack, and leaves nothing running when it is killed', async () => {
    const started = stack.start(launcher);
    const command = await ready(started);
    const { supervisor, children } = await recorded();
    expect(children.map(({ name }: { name: string }) => name)).toEqual(['Redis', 'Temporal', 'Worker', 'API']);

    process.kill(children[3].pid, 'SIGKILL');
    await eventually('the API answers again', async () => JSON.parse(await run(command)).text, { timeoutMs: startMs });
    expect(started.output()).toContain('API ended by SIGKILL: it starts again in 0.5 s');

    const second = stack.start(launcher);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(
      `Cannot start as Sotto runs already on '${stack.home}' (process ${supervisor.pid}): stop it first, or name another folder with SOTTO_HOME`,
    );

    process.kill(supervisor.pid, 'SIGKILL');
    expect(await started.ended).toBe(1);
    await eventually('the guard has stopped all', () => stack.processes().length === 0, { timeoutMs: startMs });
  }, 180_000);

  test('stops what a supervisor and its guard left running when both are killed at once; stops everything when npm is killed', async () => {
    const first = stack.start(launcher);
    await ready(first);
    const { supervisor, children } = await recorded();
    const pids: number[] = children.map(({ pid }: { pid: number }) => pid);
    const known = [supervisor.pid, ...pids];
    const guards = stack.processes().filter(({ command }) => command.includes('guard.ts'));
    expect(guards).toHaveLength(1);
    process.kill(supervisor.pid, 'SIGSTOP'); // else it might start another guard in between
    for (const { pid } of [...guards, supervisor]) process.kill(pid, 'SIGKILL');
    await first.ended;
    expect(stack.processes().map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids));

    const second = stack.start(npmStart);
    await ready(second);
    expect(second.output()).toContain('Stopping what an earlier start left running: Redis, Temporal, Worker, API');
    expect(stack.processes().filter(({ pid }) => known.includes(pid))).toEqual([]);
    second.child.kill('SIGKILL');
    await stack.nothingRuns();
  }, 180_000);
});

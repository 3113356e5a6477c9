import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { dictate, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import { startBase, type TestBase } from '../support/service.ts';
import { spawnService } from '../support/spawn.ts';
import { type FormTarget, makeCase } from './support/multipart-cases.ts';
import { createRandom } from './support/random.ts';
import { type RawAnswer, sendRaw } from './support/raw-http.ts';
import { openFiles, residentMiB } from './support/resources.ts';

const SEED = 7;
const CASES = 600;
const SLOTS = 4;

let base: TestBase;
let service: Awaited<ReturnType<typeof spawnService>>;
let port: number;
let pid: number;

beforeAll(async () => {
  base = await startBase();
  const env = { DICTATION_CONCURRENCY: String(SLOTS), DICTATION_UPLOAD_TIMEOUT: '1s', FEEDBACK_UPLOAD_TIMEOUT: '1s' };
  service = await spawnService(base, { env });
  port = Number(new URL(service.url).port);
  pid = service.child.pid ?? 0;
}, 60_000);
afterAll(async () => {
  await service.stop();
  await base.stop();
});
beforeEach(() => expect(service.child.exitCode).toBeNull());

function targets(): FormTarget[] {
  const credential = `X-API-Key: ${service.apiKey}`;
  const file = { name: 'audio', bytes: createRandom(1).bytes(300) };
  return [
    { path: '/v1/enterprise/dictate', credential, file, fields: { source: 'format', raw_text: 'hello comma you' } },
    { path: '/v1/enterprise/dictate', credential, file, fields: { source: 'smart', context: 'a letter' } },
    { path: '/v1/enterprise/transcriptions/t1/feedback', credential, file, fields: { sentiment: 'like', text: 'Hi' } },
  ];
}

/** The problem of an answer. Undefined for a success, or for a client error as the contract describes it. */
function problemOf({ statuses, text, whole }: RawAnswer): string | undefined {
  const status = statuses[0];
  if (status === undefined) return undefined; // closed: the request was not valid HTTP
  if (status >= 500) return `${status}: ${text}`;
  if (status === 200 || status === 201) return undefined;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  if (body === '') return status === 400 || status === 413 || status === 431 ? undefined : `${status} without a body`;
  if (!whole) return undefined; // reset: the rest of a refused body arrived after the connection was closed
  // The bytes beyond the stated length of a body are answered as another request.
  const bytes = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  const { error, code, request_id: id } = JSON.parse(body.slice(0, bytes)) as Record<string, unknown>;
  const told = [error, code, id].every((field) => typeof field === 'string') && head.includes(String(id));
  return told ? undefined : `${status} without error, code and request_id: ${body}`;
}

describe('multipart bodies', () => {
  test("of every hostile kind get the contract's answer, and leave no slot, file or memory in use", async () => {
    const random = createRandom(SEED);
    const all = targets();
    const problems: string[] = [];
    const run = async (index: number) => {
      const { name, request } = makeCase(random, all[index % all.length] ?? fail(), Math.floor(index / all.length));
      let answer = await sendRaw(port, request);
      // An interrupted request occupies its slot until the server notices.
      for (let again = 0; again < 20 && answer.text.includes('"busy"'); again += 1)
        answer = await sendRaw(port, request);
      const problem = problemOf(answer);
      if (problem) problems.push(`case ${index}, ${name}: ${problem}`);
    };
    for (let index = 0; index < 60; index += 1) await run(index);
    const before = { files: openFiles(pid), memory: residentMiB(pid) };
    for (let index = 60; index < CASES; index += 3) await Promise.all([run(index), run(index + 1), run(index + 2)]);
    expect(problems).toEqual([]);
    await eventually('no connection or file is left open', () => openFiles(pid) <= before.files + 5);
    expect(residentMiB(pid) - before.memory).toBeLessThan(150);
    const audio = await sampleAudio();
    const answers = await Promise.all(
      Array.from({ length: SLOTS }, () => dictate(service, { source: 'smart', audio })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(SLOTS).fill(200));
  }, 240_000);

  test('that arrive byte by byte end with 408 after the upload timeout, and free their slot', async () => {
    const target = targets()[0] ?? fail();
    const body = Buffer.from(`--x\r\nContent-Disposition: form-data; name="raw_text"\r\n\r\n${'a'.repeat(10_000)}`);
    const head = `POST ${target.path} HTTP/1.1\r\nHost: a\r\n${target.credential}\r\nContent-Length: 1000000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`;
    const slow = { head, body, drip: { bytes: 1, everyMs: 20 } };
    const answers = await Promise.all(Array.from({ length: SLOTS }, () => sendRaw(port, slow)));
    for (const { statuses, text } of answers) {
      expect(statuses).toEqual([408]);
      expect(text).toContain('upload_timed_out');
    }
    expect((await dictate(service, { source: 'format', raw_text: 'hello' })).status).toBe(200);
  }, 60_000);
});

function fail(): never {
  throw new Error('There is no such target');
}

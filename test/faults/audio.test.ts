import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { depth } from '../support/depth.ts';
import { dictate, sampleAudio } from '../support/dictate.ts';
import { startBase, startService, type TestBase, type TestService } from '../support/service.ts';

const SEED = 2;
const CASES = depth(400, 1_500);
/** A decoder that prints no line for this long hangs. */
const HANG_MS = 20_000;

/** Runs the decoder over damaged recordings in a separate process. @returns the problems, by case */
function decodeDamaged(seed: number, cases: number): Promise<{ problems: string[]; cases: number }> {
  const path = fileURLToPath(new URL('./support/decode-fuzz.ts', import.meta.url));
  const child = spawn(process.execPath, [path, String(seed), String(cases)], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    let output = '';
    const hang = () => {
      output += '\nproblem: it hangs';
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hang, HANG_MS);
    child.stdout.on('data', (chunk) => {
      output += chunk;
      clearTimeout(timer);
      timer = setTimeout(hang, HANG_MS);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const lines = output.split('\n');
      const begun = lines.filter((line) => line.startsWith('case '));
      const problems = lines.filter((line) => line.startsWith('problem'));
      if (code !== 0) problems.push(`the process ended with ${code} in ${begun.at(-1)}`);
      resolve({ problems, cases: begun.length });
    });
  });
}

test('the decoder ends on damaged recordings of every format, with samples or with one of its own errors', async () => {
  expect(await decodeDamaged(SEED, CASES)).toEqual({ problems: [], cases: CASES });
}, 240_000);

describe('over HTTP', () => {
  let base: TestBase;
  let service: TestService;
  beforeAll(async () => {
    base = await startBase();
    service = await startService(base, { DICTATION_TIMEOUT: '20s' });
  }, 60_000);
  afterAll(async () => {
    await service.api.stop();
    await base.stop();
  });

  test('a WebM whose last element has lost its name is decoded as far as it goes', async () => {
    const audio = new Uint8Array(await readFile(new URL('../speech/fixtures/ask.webm', import.meta.url)));
    const cues = Buffer.from(audio).lastIndexOf(Buffer.from('1c53bb6b', 'hex'));
    expect(cues).toBeGreaterThan(0);
    audio[cues + 2] = 0xb9;
    const { status, body } = await dictate(service, { source: 'transcription', audio });
    expect([status, body.text]).toEqual([200, expect.stringContaining('your country')]);
    expect((await dictate(service, { source: 'transcription', audio: await sampleAudio() })).status).toBe(200);
  }, 60_000);
});

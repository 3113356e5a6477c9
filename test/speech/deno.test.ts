import { expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { denoExecutable } from '../support/deno/get.ts';

test('createSpeechEngine() transcribes on Deno, in a process of its own', async () => {
  const script = fileURLToPath(new URL('deno-script.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(denoExecutable(), ['run', '--allow-all', script]);
  const { text, code } = JSON.parse(stdout);
  expect(text).toMatch(/ask what you can do for your country/i);
  expect(code).toBe('audio_truncated');
}, 60_000);

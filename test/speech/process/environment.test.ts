import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { createSpeechEngine } from '../../../speech/engine.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(60_000);

const SECRETS = {
  SOTTO_SECRET: 's3cret-of-thirty-two-characters!',
  REDIS_URL: 'redis://:password@localhost',
  SPEECH_API_KEY: 'sk-1',
};

test('createSpeechEngine() passes only the variables that the runtime needs to its processes', async () => {
  const before = Object.keys(SECRETS).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, SECRETS);
  const pids: number[] = [];
  const write = (line: string) => void pids.push(...[JSON.parse(line).pid].filter((pid) => pid !== undefined));
  const engine = createSpeechEngine({ processes: 1, threads: 1, log: pino({ level: 'debug', base: null }, { write }) });
  try {
    await engine.ready();
    const environment = await readFile(`/proc/${pids[0]}/environ`, 'utf8');
    const names = environment.split('\0').flatMap((line) => (line === '' ? [] : [line.split('=')[0] ?? '']));
    // The shell that isolates the process sets PWD.
    const allowed = ['PWD', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'DENO_DIR', 'LD_LIBRARY_PATH'];
    allowed.push('BUN_RUNTIME_TRANSPILER_CACHE_PATH');
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    for (const secret of Object.values(SECRETS)) expect(environment).not.toContain(secret);
    const command = await readFile(`/proc/${pids[0]}/cmdline`, 'utf8');
    for (const secret of Object.values(SECRETS)) expect(command).not.toContain(secret);
  } finally {
    await engine.close();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

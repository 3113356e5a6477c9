import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The end of a process's main function: it finishes its requests after an unexpected error. */
const FINISH = `await exitOnError(() => failed.finally(async () => {
  await new Promise(setImmediate);
  process.stdout.write('{"msg":"requests finished"}\\n');
}));`;

/** Runs a script in a process whose unexpected errors are logged. */
function run(script: string, end = '') {
  const setUp = `const { createLog } = await import('./platform/log.ts');
    const { logUnexpectedErrors } = await import('./platform/unexpected-errors.ts');
    const { exitOnError } = await import('./platform/lifetime.ts');
    const failed = logUnexpectedErrors(createLog('info'));`;
  const args = ['-e', `${setUp}\n${script}\n${end}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { status, stdout, stderr, lines };
}

test.each([
  ['an exception', `setTimeout(() => { throw new TypeError('secret words'); })`, 'TypeError'],
  ['a rejection', `void Promise.reject(new RangeError('secret words')); setTimeout(() => {}, 10_000);`, 'RangeError'],
  [
    "a rejection that the handler of Temporal's SDK throws again",
    `process.on('unhandledRejection', (error) => {
      console.error('Unhandled', { runId: undefined, error });
      throw new Error('secret words', { cause: error });
    });
    void Promise.reject(new RangeError('secret words')); setTimeout(() => {}, 10_000);`,
    'RangeError',
  ],
])(
  'logUnexpectedErrors() logs %s that nothing handles without its text, and lets the process finish',
  (_, script, name) => {
    const { status, stdout, stderr, lines } = run(script, FINISH);
    const message = 'Stopped after an unexpected error, which is in the log\n';
    expect({ status, stderr }).toEqual({ status: 1, stderr: message });
    expect(lines.slice(-2)).toMatchObject([
      { level: 60, error: { name }, msg: 'Unexpected error: the process ends' },
      { msg: 'requests finished' },
    ]);
    expect(stdout).not.toContain('secret words');
  },
);

test('logUnexpectedErrors() logs that a library wrote to the console, without the text', () => {
  const { status, stdout, stderr, lines } = run(
    `console.warn('secret words', { error: new TypeError('secret words') })`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const expected = {
    level: 40,
    method: 'warn',
    errors: [{ name: 'TypeError' }],
    msg: 'A library wrote to the console',
  };
  expect(lines).toMatchObject([expected]);
  expect(stdout).not.toContain('secret words');
});

test('logUnexpectedErrors() leaves a rejection that another handler handles', () => {
  const script = `process.on('unhandledRejection', () => process.stdout.write('{"handled":true}\\n'));
    void Promise.reject(new Error('secret words'));`;
  expect(run(script)).toMatchObject({ status: 0, stderr: '', lines: [{ handled: true }] });
});

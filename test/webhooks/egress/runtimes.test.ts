import { expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { denoExecutable } from '../../support/deno/get.ts';

const script = fileURLToPath(new URL('./runtime-cases.ts', import.meta.url));

test.each([
  ['Bun', process.execPath, ['run', script]],
  ['Deno', denoExecutable(), ['run', '-A', script]],
] as const)(
  'the egress guard and the sender keep their promises on %s',
  async (_, command, args) => {
    const { stdout } = await promisify(execFile)(command, [...args], { timeout: 60_000 });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
      pinned: ['204', 1, 0],
      moved: ['204', 'blocked'],
      mixed: 'blocked',
      wrongCertificate: 'tls_error',
      unknown: 'dns_error',
      literal: ['204', '204'],
      // Each name has its own connection. The one with the wrong certificate ended immediately, and the second literal send
      // reused the connection of the first.
      connections: 4,
      noTls: 'tls_timeout',
      noAnswer: 'response_timeout',
      headersDrip: 'headers_timeout',
      hugeHeader: 'invalid_response',
      endlessBody: '200',
      closed: 'connection_closed',
      wronglyAllowedAddresses: [],
      wronglyRefusedAddresses: [],
      wronglyAllowedUrls: [],
    });
  },
  90_000,
);

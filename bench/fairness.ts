import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createTokenStore, SCOPES } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import { MAX_UPLOADS_PER_USER } from '../api/uploads.ts';
import { dictate } from '../test/support/dictate.ts';
import { createCustomer, startBase, type TestBase, type TestService } from '../test/support/service.ts';
import { spawnService } from '../test/support/spawn.ts';
import { cpuMs } from './support/cpu.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

const ROUNDS = 8;
const DICTATIONS = 30;
const STALLED = 500;
/** A stalled upload is refused after 10 s. Each round opens its own, and lasts less. */
const MAX_ROUND_MS = 9_000;
const CHECK_MS = 200;
const MAX_CHECKS = 15;
const FIELDS = { source: 'format', raw_text: 'um send it to anna comma please period' };

interface Upload {
  readonly path: string;
  readonly header: string;
}

/**
 * `bun run bench fairness`: short dictations of one organization with 0 and with 500 stalled uploads of another one and its
 * users, in turn.
 */
export async function run(): Promise<readonly Figure[]> {
  const base = await startBase();
  const service = await spawnService(base, { env: { SPEECH_PROCESSES: '1' } });
  try {
    const uploads = await uploadsOfOthers(base);
    const round = () => measure(service);
    const { pid } = service.child;
    await round();
    const [alone, beside]: [number[], number[]] = [[], []];
    const cpu = { alone: 0, beside: 0 };
    for (let count = 0; count < ROUNDS; count++) {
      await settle(pid);
      cpu.alone += await spent(pid, async () => void alone.push(...(await round())));
      const opened = performance.now();
      const sockets = await stall(service.url, uploads);
      await settle(pid);
      cpu.beside += await spent(pid, async () => void beside.push(...(await round())));
      assertStalled(sockets, performance.now() - opened);
      for (const socket of sockets) socket.destroy();
    }
    return report(alone, beside, cpu);
  } finally {
    await service.stop();
    await base.stop();
  }
}

function report(
  alone: readonly number[],
  beside: readonly number[],
  cpu: { readonly alone: number; readonly beside: number },
): Figure[] {
  const [p95, p95Beside] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  print(
    `${alone.length} dictations each: p95 ${p95.toFixed(1)} ms alone, ${p95Beside.toFixed(1)} ms beside ${STALLED}`,
  );
  return [
    {
      name: `fairness: p95 beside ${STALLED} stalled uploads of others / alone`,
      value: p95Beside / p95,
      unit: '×',
      goal: { atMost: 1.1 },
    },
    { name: 'fairness: p50, the same', value: percentile(beside, 0.5) / percentile(alone, 0.5), unit: '×' },
    { name: 'fairness: processor time of the API, the same', value: cpu.beside / cpu.alone, unit: '×' },
  ];
}

/** @returns milliseconds of each dictation, one after the other */
async function measure(service: Pick<TestService, 'url' | 'apiKey'>): Promise<number[]> {
  const took: number[] = [];
  for (let count = 0; count < DICTATIONS; count++) {
    const ms = await timed(async () => {
      const { status } = await dictate(service, FIELDS);
      if (status !== 200) throw new Error(`A dictation ended with ${status}`);
    });
    took.push(ms);
  }
  return took;
}

async function spent(pid: number | undefined, work: () => Promise<void>): Promise<number> {
  const before = cpuMs(pid);
  await work();
  return cpuMs(pid) - before;
}

/** Waits until the API has accepted what was opened, or noticed what ended: it needs hardly any processor time then. */
async function settle(pid: number | undefined): Promise<void> {
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    const ms = await spent(pid, () => pause(CHECK_MS));
    if (ms <= CHECK_MS / 10) return;
  }
}

/** 300 dictations and 100 feedback uploads of an organization, and 100 note uploads of users. */
async function uploadsOfOthers(base: TestBase): Promise<Upload[]> {
  const { apiKey } = await createCustomer(base);
  const ofOrganization = (path: string) => ({ path, header: `x-api-key: ${apiKey}` });
  const uploads: Upload[] = [];
  for (let count = 0; count < 300; count++) uploads.push(ofOrganization('/v1/enterprise/dictate'));
  for (let count = 0; count < 100; count++) uploads.push(ofOrganization('/v1/enterprise/transcriptions/t/feedback'));
  const { redis } = base.redis;
  const [users, tokens] = [createUserStore(redis), createTokenStore(redis)];
  while (uploads.length < STALLED) {
    const { userId } = await users.ensure({ email: `${crypto.randomUUID()}@example.org` });
    const made = await tokens.create(userId, { name: 'bench', scopes: SCOPES });
    if (!made) throw new Error('No token could be made');
    for (let count = 0; count < MAX_UPLOADS_PER_USER; count++) {
      uploads.push({ path: '/v1/app/notes', header: `authorization: Bearer ${made.secret}` });
    }
  }
  return uploads;
}

/** Starts uploads that send the beginning of a file and then nothing. */
async function stall(url: string, uploads: readonly Upload[]): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const body = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc';
  const sockets = await Promise.all(
    uploads.map(async ({ path, header }) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n`;
      await new Promise((resolve) => socket.write(head + body, resolve));
      return socket;
    }),
  );
  // Answered after the server has begun to read them.
  await fetch(`${url}/health`);
  return sockets;
}

/** An upload that was answered is not stalled, and the round would measure less. */
function assertStalled(sockets: readonly Socket[], roundMs: number): void {
  const answered = sockets.filter(({ bytesRead }) => bytesRead > 0).length;
  if (answered > 0) throw new Error(`${answered} of ${sockets.length} uploads were answered`);
  if (roundMs > MAX_ROUND_MS) print(`A round took ${Math.round(roundMs)} ms: the uploads may have ended`);
}

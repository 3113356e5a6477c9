import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { createUsageStore, type UsageRecord } from '../../../dictation/usage-store.ts';
import { dictate, type Fields, longSampleAudio } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { childrenOf } from '../../support/processes.ts';
import { startTcpProxy, type TcpProxy } from '../../support/proxy.ts';
import { startBase, type TestBase } from '../../support/service.ts';
import { spawnService } from '../../support/spawn.ts';

let base: TestBase;
let redisProxy: TcpProxy;
let temporalProxy: TcpProxy;
let service: Awaited<ReturnType<typeof spawnService>>;
let audio: Uint8Array<ArrayBuffer>;
/** A word, which is recognized in little time. */
let word: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  base = await startBase();
  redisProxy = await startTcpProxy(base.redis.port);
  temporalProxy = await startTcpProxy(Number(base.temporal.address.split(':')[1]));
  service = await spawnService(base, {
    env: {
      REDIS_URL: `redis://${redisProxy.address}`,
      TEMPORAL_ADDRESS: temporalProxy.address,
      DICTATION_TIMEOUT: '8s',
      DICTATION_UPLOAD_TIMEOUT: '1s',
      DICTATION_CONCURRENCY: '2',
    },
  });
  audio = await longSampleAudio();
  word = new Uint8Array(await readFile(new URL('../../speech/fixtures/yes.flac', import.meta.url)));
}, 60_000);
afterAll(async () => {
  redisProxy.heal();
  temporalProxy.heal();
  await service.stop();
  await redisProxy.stop();
  await temporalProxy.stop();
  await base.stop();
});
beforeEach(() => works({ source: 'smart', audio: word }), 40_000);

/** Repeats a dictation until it succeeds. The service must recover from each failure without intervention. */
async function works(fields: Fields): Promise<void> {
  const tried = async () => (await dictate(service, fields)).status === 200;
  await eventually('a dictation works', tried, { timeoutMs: 30_000 });
}

/** The speech processes of the API process. */
function engines(): number[] {
  return childrenOf(service.child.pid ?? 0);
}

function signalEngines(name: NodeJS.Signals): void {
  for (const pid of engines()) process.kill(pid, name);
}

/** Runs an action while the engine hangs, as if its model never answered. */
async function whileEngineHangs<T>(run: () => Promise<T>): Promise<T> {
  const pids = engines();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await run();
  } finally {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // replaced meanwhile
      }
    }
  }
}

function usage(transcriptionId: string): Promise<UsageRecord> {
  const store = createUsageStore(base.redis.redis, { retentionMs: 1 });
  const found = () => store.getUsage(service.organizationId, transcriptionId);
  return eventually('the usage is recorded', found, { timeoutMs: 15_000 });
}

async function outcomeInTemporal(transcriptionId: string): Promise<string> {
  const handle = base.client.workflow.getHandle(`dictation/${service.organizationId}/${transcriptionId}`);
  const { status, searchAttributes } = await handle.describe();
  return `${status.name} ${searchAttributes['SottoOutcome']}`;
}

/** Waits until the workflow has this status and outcome. */
function ended(transcriptionId: string, expected: string): Promise<boolean> {
  const look = async () => {
    expect(await outcomeInTemporal(transcriptionId)).toBe(expected);
    return true;
  };
  return eventually('the workflow ended', look, { timeoutMs: 30_000 });
}

describe('a dictation', () => {
  test('that takes too long ends with 408 timed_out, in Temporal and in its usage record too', async () => {
    const transcription_id = 'slow';
    const { status, body } = await whileEngineHangs(() =>
      dictate(service, { source: 'smart', audio, transcription_id }),
    );
    expect([status, body.code]).toEqual([408, 'timed_out']);
    expect((await usage(transcription_id)).outcome).toBe('timed_out');
    await ended(transcription_id, 'FAILED timed_out');
  }, 60_000);

  test('is replaced by a newer one with its transcription_id, and ends with 408 superseded', async () => {
    const transcription_id = 'twice';
    const [first, second] = await whileEngineHangs(async () => {
      const older = dictate(service, { source: 'smart', audio, transcription_id });
      await eventually(
        'the older one runs',
        async () => (await outcomeInTemporal(transcription_id)) === 'RUNNING running',
      );
      return [older, await dictate(service, { source: 'format', raw_text: 'hello', transcription_id })];
    });
    expect(second?.status).toBe(200);
    const { status, body } = await (first as ReturnType<typeof dictate>);
    expect([status, body.code]).toEqual([408, 'superseded']);
  }, 60_000);

  // Deno's server reads nothing more of a connection once it has a body of several reads, so it cannot see the end.
  test.each([
    ['short', 4_000, 'cancelled'],
    ['long', Number.POSITIVE_INFINITY, 'Deno' in globalThis ? 'timed_out' : 'cancelled'],
  ] as const)(
    'whose caller leaves after a %s upload is cancelled, or runs out of time on Deno',
    async (length, bytes, outcome) => {
      const transcription_id = `left-${length}`;
      await whileEngineHangs(async () => {
        const leave = new AbortController();
        const fields = { source: 'smart', audio: audio.slice(0, bytes), transcription_id };
        const call = dictate(service, fields, { signal: leave.signal });
        await eventually('it runs', async () => (await outcomeInTemporal(transcription_id)) === 'RUNNING running');
        leave.abort();
        await call.catch(() => {});
        expect((await usage(transcription_id)).outcome).toBe(outcome);
      });
      await ended(transcription_id, `FAILED ${outcome}`);
    },
    60_000,
  );

  test('that an operator terminates in Temporal ends with 408 cancelled', async () => {
    const transcription_id = 'stopped';
    const answer = await whileEngineHangs(async () => {
      const call = dictate(service, { source: 'smart', audio, transcription_id });
      await eventually('it runs', async () => (await outcomeInTemporal(transcription_id)) === 'RUNNING running');
      await base.client.workflow
        .getHandle(`dictation/${service.organizationId}/${transcription_id}`)
        .terminate('by an operator');
      return call;
    });
    expect([answer.status, answer.body.code]).toEqual([408, 'cancelled']);
  }, 60_000);

  test('survives the death of its engine process, or ends with 503, or with 408 where another takes too long to start', async () => {
    const call = dictate(service, { source: 'smart', audio });
    signalEngines('SIGKILL');
    const { status, body, headers } = await call;
    if (status === 200) return;
    if (status === 408) return expect(body.code).toBe('timed_out');
    expect([status, body.code]).toEqual([503, 'engine_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }, 60_000);

  test('whose upload takes too long ends with 408 upload_timed_out', async () => {
    const never = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc'),
        ),
    });
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await fetch(`${service.url}/v1/enterprise/dictate`, { method: 'POST', body: never, headers });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([408, 'upload_timed_out']);
  }, 60_000);

  test('over the slots of the process ends with 503 busy and Retry-After', async () => {
    const answers = await whileEngineHangs(() =>
      Promise.all(Array.from({ length: 5 }, () => dictate(service, { source: 'smart', audio }))),
    );
    const codes = answers.map(({ status, body }) => `${status} ${body.code}`).sort();
    expect(codes).toEqual(['408 timed_out', '408 timed_out', '503 busy', '503 busy', '503 busy']);
    const busy = answers.find(({ status }) => status === 503);
    expect(busy?.headers.get('retry-after')).toMatch(/^\d+$/);
  }, 60_000);
});

describe('a dictation without', () => {
  const cases: [what: string, proxy: () => TcpProxy][] = [
    ['Redis', () => redisProxy],
    ['Temporal', () => temporalProxy],
  ];
  for (const [what, proxy] of cases) {
    for (const trouble of ['partition', 'cut'] as const) {
      test(`${what} (${trouble}) ends with 503 unavailable and Retry-After, and works again once it is back`, async () => {
        proxy()[trouble]();
        const { status, body, headers } = await dictate(service, { source: 'format', raw_text: 'hello' });
        proxy().heal();
        expect([status, body.code]).toEqual([503, 'unavailable']);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        await works({ source: 'format', raw_text: 'hello' });
      }, 60_000);
    }
  }
});

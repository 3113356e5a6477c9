import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { depth } from '../support/depth.ts';
import { type Answer, sampleAudio } from '../support/dictate.ts';
import { eventually } from '../support/eventually.ts';
import type { TcpProxy } from '../support/proxy.ts';
import { callSteadily, growth, watchProcess } from './support/load.ts';
import { loseRedis } from './support/lost-redis.ts';
import { named, type ProxiedService, startProxiedService } from './support/proxied-service.ts';
import { expectRefusal } from './support/refusal.ts';
import { REFUSALS, refuseWrites } from './support/refusing-redis.ts';
import { openFiles } from './support/resources.ts';
import { beginWork, expectDone } from './support/work-under-way.ts';

const OUTAGE_MS = depth(12_000, 30_000);
const CALLS_A_SECOND = depth(6, 10);
/** Each call to Redis or Temporal times out after 5 s. A request that waits for one of them ends soon after. */
const MAX_WAITING = CALLS_A_SECOND * 7;
/** The files that a process may open besides the connections of its callers. */
const SPARE_FILES = 10;
/** More than the memory that accumulates between two garbage collections. */
const MAX_GROWTH_MIB = 100;
/** `DICTATION_CONCURRENCY`. */
const MAX_DICTATIONS = 16;
const LARGE_BYTES = 1024 * 1024;

type Part = 'Redis' | 'Temporal';

/** How a dependency can be unavailable. */
const KINDS: Record<string, { begin(proxy: TcpProxy): void; end(proxy: TcpProxy): void }> = {
  silent: { begin: (proxy) => proxy.partition(), end: (proxy) => proxy.heal() },
  'silent, and all its connections dead': { begin: (proxy) => proxy.partition(), end: (proxy) => proxy.healForNew() },
  'refusing connections': { begin: (proxy) => proxy.cut(), end: (proxy) => proxy.heal() },
};

/** Each kind has its own service, so that all kinds run at the same time. They mostly wait. */
const services = new Map<string, ProxiedService>();
const serviceOf = (kind: string) => services.get(kind) ?? fail();
const proxyOf = (service: ProxiedService, part: Part) => (part === 'Redis' ? service.redis : service.temporal);

const allWork = () => Promise.all([...services.values()].map((service) => service.works()));

let large: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  large = withPadding(await sampleAudio(), LARGE_BYTES);
  await Promise.all(Object.keys(KINDS).map(async (kind) => services.set(kind, await startProxiedService())));
  await allWork();
}, 240_000);
afterAll(() => Promise.all([...services.values()].map((service) => service.stop())), 120_000);

/** A caller that does not need the part is served. The others are refused. */
function judge(part: Part, kind: 'dictation' | 'upload' | 'tag' | 'list', answer: Answer): void {
  const served = { upload: 202, tag: 201, list: 200, dictation: undefined }[kind];
  if (part === 'Redis' || answer.status !== served) expectRefusal(answer);
}

/** The maximum that the service holds while callers send requests. */
interface Most {
  readonly inFlight: number;
  readonly held: number;
}

/** Callers that send requests at a steady rate during the outage. @returns notes that were taken all the same */
async function callDuring(service: ProxiedService, part: Part, forMs: number): Promise<Most & { taken: string[] }> {
  const taken: string[] = [];
  let turn = 0;
  let held = 0;
  const look = setInterval(async () => (held = Math.max(held, await service.held())), 500);
  const { mostInFlight: inFlight } = await callSteadily({ perSecond: CALLS_A_SECOND, forMs }, async () => {
    turn += 1;
    if (turn % 30 === 1) {
      const answer = await service.upload();
      judge(part, 'upload', answer);
      if (answer.status === 202) taken.push(answer.body.note_id);
    } else if (turn % 30 === 11) judge(part, 'tag', await service.call('POST', '/v1/app/tags', named()));
    else if (turn % 30 === 21) judge(part, 'list', await service.call('GET', '/v1/app/notes'));
    else
      judge(part, 'dictation', await service.dictate(turn % 10 === 0 ? { source: 'smart', audio: large } : undefined));
  });
  clearInterval(look);
  return { taken, inFlight, held };
}

function expectNoPileUp({ inFlight, held }: Most): void {
  expect(inFlight).toBeLessThanOrEqual(MAX_WAITING);
  expect(held).toBeLessThanOrEqual(MAX_DICTATIONS);
}

describe('on services without earlier load, each with one of its own,', () => {
  beforeAll(allWork, 90_000); // otherwise these would run beside those of the next group too

  test.concurrent.each([
    ['full', 'silent'],
    ['a replica that may only be read', 'refusing connections'],
  ] as const)(
    'Redis becomes %s: callers are refused, what is under way waits, and comes to its end',
    (name, kind) => refuseWrites(serviceOf(kind), REFUSALS[name]),
    240_000,
  );

  test.concurrent(
    'Redis comes back empty: what it knew is refused, what was under way ends, and new work is done',
    () => loseRedis(serviceOf('silent, and all its connections dead')),
    240_000,
  );
});

describe('at the same time, each with a service of its own,', () => {
  beforeAll(allWork, 90_000);

  test.concurrent.each([
    ['Redis', 'refusing connections'],
    ['Temporal', 'silent'],
  ] as const)(
    '%s answers slowly, and then too slowly for any caller: they are served or told to come again, and nothing piles up',
    async (part, kind) => {
      const service = serviceOf(kind);
      const proxy = proxyOf(service, part);
      proxy.slow(400);
      const rate = { perSecond: CALLS_A_SECOND, forMs: 6_000 };
      const { results, mostInFlight } = await callSteadily(rate, () => service.dictate());
      for (const answer of results) if (answer.status !== 200) expectRefusal(answer);
      expect(results.some(({ status }) => status === 200)).toBe(true);
      expect(mostInFlight).toBeLessThanOrEqual(MAX_WAITING);
      proxy.slow(8_000);
      expectNoPileUp(await callDuring(service, part, 15_000).finally(proxy.heal));
    },
    120_000,
  );
});

describe.each(['Redis', 'Temporal'] as const)('during an outage of %s', (part) => {
  beforeAll(allWork, 90_000);

  test.concurrent.each(Object.keys(KINDS))(
    'which is %s: callers get 503, nothing piles up, and the service recovers by itself',
    async (kind) => {
      const service = serviceOf(kind);
      const proxy = proxyOf(service, part);
      const { begin, end } = KINDS[kind] ?? fail();
      const work = await beginWork(service);
      const filesBefore = service.pids.map(openFiles);
      begin(proxy);
      const watches = service.pids.map(watchProcess);
      setTimeout(work.letGo, 3_000);
      const { taken, ...most } = await callDuring(service, part, OUTAGE_MS).finally(() => end(proxy));
      const samples = watches.map((stop) => stop());
      await service.works();

      expectNoPileUp(most);
      samples.forEach(({ files, memoryMiB }, index) => {
        expect(Math.max(...files) - (filesBefore[index] ?? 0)).toBeLessThanOrEqual(MAX_WAITING + SPARE_FILES);
        expect(growth(memoryMiB)).toBeLessThan(MAX_GROWTH_MIB);
      });
      // Redis accepts notes while Temporal is unavailable. They are processed when it is available again.
      for (const noteId of [...work.noteIds, ...taken]) await expectDone(service, noteId);
      const released = async () =>
        (await service.held()) === 0 &&
        service.pids.every((pid, index) => openFiles(pid) <= (filesBefore[index] ?? 0) + SPARE_FILES);
      await eventually('nothing is held', released);
    },
    300_000,
  );
});

/** A FLAC file with a block of padding (RFC 9639 section 8.3) after its first metadata block. */
function withPadding(flac: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const after = 4 + 4 + 34; // marker, block header, STREAMINFO
  const header = Buffer.from([1, bytes >> 16, (bytes >> 8) & 0xff, bytes & 0xff]);
  return new Uint8Array(Buffer.concat([flac.subarray(0, after), header, Buffer.alloc(bytes), flac.subarray(after)]));
}

function fail(): never {
  throw new Error('There is no such case');
}

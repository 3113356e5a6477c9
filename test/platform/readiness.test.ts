import { expect, test } from 'bun:test';
import { createReadiness, type Probe } from '../../platform/readiness.ts';

const there: Probe = async () => 'PONG';
const away: Probe = async () => {
  throw new Error('connect ECONNREFUSED 10.0.0.7:6379');
};

test('a process that has all it needs is ready', async () => {
  const readiness = createReadiness({ redis: there, temporal: there });
  expect(await readiness()).toEqual({ status: 'ready', checks: { redis: 'ok', temporal: 'ok' } });
});

test('what is away is named, and nothing of why', async () => {
  const report = await createReadiness({ redis: away, temporal: there })();
  expect(report).toEqual({ status: 'unavailable', checks: { redis: 'away', temporal: 'ok' } });
});

test('what never answers is away once the time is up, and is told so by its signal', async () => {
  let told: AbortSignal | undefined;
  const silent: Probe = (signal) => {
    told = signal;
    return new Promise(() => {});
  };
  const report = await createReadiness({ redis: there, temporal: silent }, { timeoutMs: 20 })();
  expect(report.checks).toEqual({ redis: 'ok', temporal: 'away' });
  expect(told?.aborted).toBe(true);
});

test('however often a process is asked, each part is asked once at a time, and not again while the answer is fresh', async () => {
  let asked = 0;
  const probe: Probe = async () => {
    asked += 1;
  };
  const readiness = createReadiness({ redis: probe }, { freshMs: 60_000 });
  await Promise.all(Array.from({ length: 100 }, readiness));
  await readiness();
  expect(asked).toBe(1);
});

test('an answer that is stale is asked for anew', async () => {
  const answers = [there, away];
  const readiness = createReadiness({ redis: (signal) => (answers.shift() ?? there)(signal) }, { freshMs: 0 });
  const statuses = [await readiness(), await readiness(), await readiness()].map(({ status }) => status);
  expect(statuses).toEqual(['ready', 'unavailable', 'ready']);
});

test('a question that is still open is not asked a second time', async () => {
  let asked = 0;
  const silent: Probe = () => {
    asked += 1;
    return new Promise(() => {});
  };
  const readiness = createReadiness({ temporal: silent }, { timeoutMs: 10, freshMs: 0 });
  await readiness();
  await readiness();
  expect(asked).toBe(1);
});

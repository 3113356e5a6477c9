import { expect, test } from 'bun:test';
import { createReadiness, type Probe } from '../../platform/readiness.ts';

const there: Probe = async () => 'PONG';
const away: Probe = async () => {
  throw new Error('connect ECONNREFUSED 10.0.0.7:6379');
};

test('a process whose dependencies all answer is ready', async () => {
  const readiness = createReadiness({ redis: there, temporal: there });
  expect(await readiness()).toEqual({ status: 'ready', checks: { redis: 'ok', temporal: 'ok' } });
});

test('readiness names an unavailable dependency, without the reason', async () => {
  const report = await createReadiness({ redis: away, temporal: there })();
  expect(report).toEqual({ status: 'unavailable', checks: { redis: 'unavailable', temporal: 'ok' } });
});

test('readiness reports the code of a mistake that only the operator can mend, and no other code', async () => {
  const failing =
    (code: string): Probe =>
    async () => {
      throw Object.assign(new Error('at 10.0.0.7'), { code });
    };
  const probes = { speech: failing('engine_misconfigured'), redis: failing('ECONNREFUSED'), temporal: there };
  expect(await createReadiness(probes)()).toEqual({
    status: 'unavailable',
    checks: { speech: 'unavailable', redis: 'unavailable', temporal: 'ok' },
    codes: { speech: 'engine_misconfigured' },
  });
});

test('readiness counts a probe as failed after its timeout, and aborts its signal', async () => {
  let told: AbortSignal | undefined;
  const silent: Probe = (signal) => {
    told = signal;
    return new Promise(() => {});
  };
  const report = await createReadiness({ redis: there, temporal: silent }, { timeoutMs: 20 })();
  expect(report.checks).toEqual({ redis: 'ok', temporal: 'unavailable' });
  expect(told?.aborted).toBe(true);
});

test('readiness runs each probe once at a time, and not again while its result is fresh', async () => {
  let asked = 0;
  const probe: Probe = async () => {
    asked += 1;
  };
  const readiness = createReadiness({ redis: probe }, { freshMs: 60_000 });
  await Promise.all(Array.from({ length: 100 }, readiness));
  await readiness();
  expect(asked).toBe(1);
});

test('readiness probes again when a result is stale', async () => {
  const answers = [there, away];
  const readiness = createReadiness({ redis: (signal) => (answers.shift() ?? there)(signal) }, { freshMs: 0 });
  const statuses = [await readiness(), await readiness(), await readiness()].map(({ status }) => status);
  expect(statuses).toEqual(['ready', 'unavailable', 'ready']);
});

test('readiness does not start a second probe while the first runs', async () => {
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

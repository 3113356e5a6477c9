import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { loadMoonshine, type Moonshine } from '../../../speech/embedded/moonshine.ts';
import { preparedCache } from '../../../speech/prepared/cache.ts';
import { findPreparedModels } from '../../../speech/prepared/find.ts';
import { BUNDLED_MOONSHINE } from '../../../speech/prepared/models.ts';
import { SAMPLE, samplesOf } from '../support.ts';

setDefaultTimeout(60_000);

const RATE = 16_000;
let moonshine: Moonshine;
let samples: Float32Array;

beforeAll(async () => {
  moonshine = await loadMoonshine(BUNDLED_MOONSHINE, 2, await findPreparedModels(preparedCache(process.env)));
  samples = (await samplesOf(SAMPLE)).slice(5.2 * RATE, 8 * RATE);
});

/** Decodes the sample, and counts the steps. */
async function transcribe(prefix: readonly number[], draft: readonly number[]) {
  let steps = 0;
  const pause = async () => {
    steps += 1;
  };
  const { signal } = new AbortController();
  const hypothesis = await moonshine.transcribe(samples, { signal, prefix, draft, pause, wantAttention: true });
  return { ...hypothesis, steps };
}

test('transcribe() checks a right draft in one step, and returns the same text with the times of all tokens', async () => {
  const whole = await transcribe([], []);
  expect(whole.tokens.length).toBeGreaterThan(6);
  expect(whole.steps).toBe(whole.tokens.length + 1);
  const prefix = whole.tokens.slice(0, 2);
  const drafted = await transcribe(prefix, whole.tokens.slice(2));
  expect(drafted.tokens).toEqual(whole.tokens);
  expect(drafted.steps).toBe(1);
  expect(drafted.attention.length).toBe(whole.tokens.length + 1);
  expect(drafted.ended).toBe(true);
  expect(drafted.confidence).toBeWithin(-0.5, 0);
});

test('transcribe() continues after the last right token of a draft', async () => {
  const { tokens } = await transcribe([], []);
  const wrong = tokens.map((token, index) => (index < 4 ? token : token + 1));
  const drafted = await transcribe([], wrong);
  expect(drafted.tokens).toEqual(tokens);
  expect(drafted.attention.length).toBe(tokens.length + 1);
  // One step for the draft, then one for each other token and the end.
  expect(drafted.steps).toBe(1 + tokens.length - 4);
});

test('transcribe() ends before the end of a draft that is too long, and keeps within the budget', async () => {
  const { tokens } = await transcribe([], []);
  const longer = await transcribe([], [...tokens, ...tokens]);
  expect(longer.tokens).toEqual(tokens);
  expect(longer.steps).toBe(1);
});

test('transcribe() neither encodes nor decodes after its signal was aborted', async () => {
  const abort = new AbortController();
  const reason = new Error('no longer needed');
  abort.abort(reason);
  let steps = 0;
  const pause = async () => {
    steps += 1;
  };
  await expect(moonshine.transcribe(samples, { signal: abort.signal, pause })).rejects.toBe(reason);
  expect(steps).toBe(0);
});

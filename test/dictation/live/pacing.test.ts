import { expect, test } from 'bun:test';
import { createPacing } from '../../../dictation/live/pacing.ts';

function paced() {
  const clock = { seconds: 100 };
  return { clock, pacing: createPacing(() => clock.seconds) };
}

test('an idle process decodes at the shortest step and takes sessions', () => {
  const { pacing } = paced();
  expect(pacing.stepSeconds()).toBe(0.3);
  expect(pacing.busyFor()).toBeUndefined();
});

test('slow decodes stretch the step, then new sessions are refused with a time', () => {
  const { pacing } = paced();
  pacing.decoded(0.56);
  expect(pacing.stepSeconds()).toBeCloseTo(0.8);
  expect(pacing.isSlow()).toBe(false);
  expect(pacing.busyFor()).toBeUndefined();
  for (let decode = 0; decode < 30; decode++) pacing.decoded(1.2);
  expect(pacing.stepSeconds()).toBeGreaterThan(1.5);
  expect(pacing.isSlow()).toBe(true);
  expect(pacing.busyFor()).toBe(5);
});

test('one slow decode among quick ones refuses nobody', () => {
  const { pacing } = paced();
  pacing.decoded(0.1);
  pacing.decoded(2);
  expect(pacing.busyFor()).toBeUndefined();
});

test('what was measured long ago is forgotten', () => {
  const { clock, pacing } = paced();
  pacing.decoded(3);
  clock.seconds += 6;
  expect(pacing.stepSeconds()).toBe(0.3);
  expect(pacing.busyFor()).toBeUndefined();
});

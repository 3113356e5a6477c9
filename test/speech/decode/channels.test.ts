import { expect, test } from 'bun:test';
import { createChannelSurvey } from '../../../speech/decode/channels.ts';

/** Two voices that alternate every second. The first channel begins. */
function turns(fromSecond: number, seconds: number, rate: number): Float32Array[] {
  return [0, 1].map((channel) =>
    Float32Array.from({ length: seconds * rate }, (_, at) => {
      const second = fromSecond + Math.floor(at / rate);
      return second % 2 === channel ? 0.5 * Math.sin(at) : 0;
    }),
  );
}

test('isCrosstalk() stays aligned over a long recording at any rate', () => {
  const rate = 22_050; // 50 ms are not a whole number of samples
  const survey = createChannelSurvey();
  for (let second = 0; second < 610; second += 10) survey.add(turns(second, 10, rate), rate);
  expect(survey.isCrosstalk(1, 600.8, 601)).toBe(true);
  expect(survey.isCrosstalk(0, 600.8, 601)).toBe(false);
}, 60_000);

test('isCrosstalk() stays aligned when damage left a block with one channel', () => {
  const rate = 16_000;
  const survey = createChannelSurvey();
  survey.add(turns(0, 10, rate), rate);
  survey.add([new Float32Array(10 * rate)], rate);
  survey.add(turns(20, 10, rate), rate);
  expect(survey.isCrosstalk(1, 20.2, 20.8)).toBe(true);
  expect(survey.isCrosstalk(0, 21.2, 21.8)).toBe(true);
  expect(survey.isCrosstalk(1, 21.2, 21.8)).toBe(false);
});

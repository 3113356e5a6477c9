import { expect, test } from 'bun:test';
import { decodeRecording } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { loadVoiceActivity } from '../../../speech/voice/activity.ts';
import { fixture } from '../support.ts';

test('settled() resolves after the detections that run, and at once without one', async () => {
  const activity = await loadVoiceActivity();
  await activity.settled();
  const order: string[] = [];
  const short = activity
    .createDetector()
    .detect(new Float32Array(16_000))
    .then(() => order.push('short'));
  const settled = activity.settled().then(() => order.push('settled'));
  const later = activity
    .createDetector()
    .detect(new Float32Array(160_000))
    .then(() => order.push('later'));
  await Promise.all([short, settled, later]);
  expect(order).toEqual(['short', 'settled', 'later']);
});

test('decodeRecording() of a long recording decodes no further block while the speech of a short one is detected', async () => {
  const activity = await loadVoiceActivity();
  const abort = new AbortController();
  const first = Promise.withResolvers<void>();
  let blocks = 0;
  const pause = async () => {
    await activity.settled();
    blocks += 1;
    first.resolve();
  };
  const source = await openSource({ bytes: fixture('four-hours.flac') });
  const long = decodeRecording(source, { maxSeconds: 20_000, signal: abort.signal, pause });
  await first.promise;
  const before = blocks;
  await activity.createDetector().detect(new Float32Array(10 * 16_000));
  // One block may have passed the pause before.
  expect(blocks - before).toBeLessThanOrEqual(1);
  abort.abort(new Error('enough'));
  await expect(long).rejects.toThrow('enough');
});

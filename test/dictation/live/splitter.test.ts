import { expect, test } from 'bun:test';
import { type Boundary, createSplitter, type Splitter } from '../../../dictation/live/splitter.ts';

const FRAME = 0.032;
const DETECTION = { threshold: 0.5, prefixSeconds: 0.3, silenceSeconds: 0.5 };

/** Pushes frames of one likelihood. @returns what they gave, with times rounded to centiseconds */
function feed(splitter: Splitter, from: number, seconds: number, speech: number): Boundary[] {
  const found: Boundary[] = [];
  for (let end = from + FRAME; end <= from + seconds + 1e-9; end += FRAME) {
    const boundary = splitter.push(end, speech);
    if (boundary) found.push({ ...boundary, at: Math.round(boundary.at * 100) / 100 });
  }
  return found;
}

test('speech begins an utterance with its padding, and a pause ends it', () => {
  const splitter = createSplitter(DETECTION);
  expect(feed(splitter, 0, 1, 0)).toEqual([]);
  expect(feed(splitter, 1, 1, 0.9)).toEqual([{ type: 'started', at: 0.7 }]);
  expect(feed(splitter, 2, 0.4, 0)).toEqual([]);
  expect(feed(splitter, 2.4, 1, 0)).toEqual([{ type: 'stopped', at: expect.closeTo(2.5, 1) }]);
});

test('a click of two frames begins nothing', () => {
  const splitter = createSplitter(DETECTION);
  for (let click = 0; click < 5; click++) {
    expect(feed(splitter, click, 2 * FRAME, 0.9)).toEqual([]);
    expect(feed(splitter, click + 0.1, 0.5, 0)).toEqual([]);
  }
});

test('what is below the threshold does not begin an utterance, but keeps one going', () => {
  const splitter = createSplitter(DETECTION);
  expect(feed(splitter, 0, 1, 0.4)).toEqual([]);
  expect(feed(splitter, 1, 0.2, 0.6)).toHaveLength(1);
  expect(feed(splitter, 1.2, 2, 0.4)).toEqual([]);
});

test('an utterance does not reach into the one before it', () => {
  const splitter = createSplitter({ ...DETECTION, silenceSeconds: 0.2, prefixSeconds: 2 });
  feed(splitter, 0, 1, 0.9);
  const [stopped] = feed(splitter, 1, 0.3, 0);
  const [started] = feed(splitter, 1.3, 0.5, 0.9);
  expect(started?.at).toBe(stopped?.at as number);
});

test('a long utterance ends at a short pause, and at the maximum without any', () => {
  const splitter = createSplitter({ ...DETECTION, silenceSeconds: 5 });
  feed(splitter, 0, 20, 0.9);
  expect(feed(splitter, 20, 0.5, 0)).toHaveLength(1);
  feed(splitter, 21, 1, 0.9);
  const [cut] = feed(splitter, 22, 40, 0.9);
  expect(cut?.at).toBeWithin(48, 50);
});

test('stop() ends an utterance that goes on, and nothing else', () => {
  const splitter = createSplitter(DETECTION);
  expect(splitter.stop(1)).toBeUndefined();
  feed(splitter, 1, 1, 0.9);
  expect(splitter.stop(2)).toEqual({ type: 'stopped', at: 2 });
  expect(feed(splitter, 2, 1, 0)).toEqual([]);
});

import { describe, expect, test } from 'bun:test';
import { percentile } from '../../../bench/support/stats.ts';
import { decodeSeconds, type Seen, simulateSessions, utterances } from './simulation.ts';

/** From the end of each word to its commit, in seconds. */
function commitDelays(seen: readonly Seen[]): number[] {
  return seen.flatMap(({ event, at }) => {
    if (event.type !== 'recognized' || event.newCount === 0) return [];
    return event.committed.slice(-event.newCount).map(({ end }) => at - end);
  });
}

/** From the end of each utterance to its text, in seconds. */
function finalDelays(seen: readonly Seen[]): number[] {
  return seen.flatMap(({ event, at }) => {
    if (event.type !== 'final') return [];
    const closed = seen.find(({ event: other }) => other.type === 'closed' && other.utterance === event.utterance);
    return [at - (closed?.at ?? 0)];
  });
}

/** Sessions of the same speech on one model. Those that start together want their decodes at the same moments. */
describe.each([
  ['one session', [0]],
  ['three sessions that start together', [0, 0, 0]],
  ['three sessions that start one after the other', [0, 0.13, 0.27]],
] as const)('%s', (_, offsets) => {
  test('commit most words within 1.5 s, and have the text 0.3 s and one decode after the end', async () => {
    const { sessions, load } = await simulateSessions(offsets);
    expect(percentile(sessions.flatMap(commitDelays), 0.95)).toBeLessThan(1.5);
    const finals = sessions.flatMap(finalDelays);
    expect(finals.length).toBe(utterances * offsets.length);
    expect(Math.max(...finals)).toBeLessThan(0.3 + decodeSeconds);
    expect(load).toBeLessThan(1);
  });
});

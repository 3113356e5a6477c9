import type { Pacing } from '../../dictation/live/pacing.ts';
import type { LiveEvent } from '../../dictation/live/types.ts';
import type { Metrics } from '../../platform/metrics/api-metrics.ts';

/**
 * Measures one session by its events: how soon the text of an utterance follows its end, and how often it is decoded.
 * @param clock seconds of a monotonic clock
 */
export function measureSession(
  metrics: Pick<Metrics, 'liveFinalSeconds' | 'liveStepSeconds'>,
  pacing: Pick<Pacing, 'stepSeconds'>,
  clock: () => number,
): (event: LiveEvent) => void {
  const closedAt = new Map<number, number>();
  return (event) => {
    if (event.type === 'recognized') metrics.liveStepSeconds.set(pacing.stepSeconds());
    if (event.type === 'closed') closedAt.set(event.utterance, clock());
    if (event.type !== 'final' && event.type !== 'failed') return;
    const since = closedAt.get(event.utterance);
    closedAt.delete(event.utterance);
    if (event.type === 'final' && since !== undefined) metrics.liveFinalSeconds.observe(clock() - since);
  };
}

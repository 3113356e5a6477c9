import { useEffect, useState } from 'preact/hooks';
import { listenLive } from './listen-live.ts';
import { applyEvent, NOTHING_SAID } from './live-text.ts';

/**
 * Shows words while they are spoken. The text of the dictation follows at its end. Without a live session, only that text
 * is shown.
 */
export function LiveWords({ stream }: { stream: MediaStream | null }) {
  const [said, setSaid] = useState(NOTHING_SAID);
  useEffect(() => {
    setSaid(NOTHING_SAID);
    if (stream === null) return;
    return listenLive(stream, (event) => setSaid((before) => applyEvent(before, event)));
  }, [stream]);
  if (stream === null) return null;
  return (
    <p class="live-words" data-testid="live-words">
      {said.utterances.map(({ text }) => text).join(' ')} <span class="may-change">{said.provisional}</span>
    </p>
  );
}

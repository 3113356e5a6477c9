import { useEffect, useState } from 'preact/hooks';
import { listenLive } from './listen-live.ts';
import { applyEvent, NOTHING_SAID, sentenceOf } from './live-text.ts';

interface LiveWordsProps {
  readonly stream: MediaStream | null;
  /** While true, no audio is sent. The words so far stay. */
  readonly paused?: boolean;
  /** Receives each final sentence. */
  readonly onSentence?: (sentence: string) => void;
}

/** Shows words while they are spoken, if the browser and the service have live sessions. */
export function LiveWords({ stream, paused = false, onSentence }: LiveWordsProps) {
  const [said, setSaid] = useState(NOTHING_SAID);
  useEffect(() => setSaid(NOTHING_SAID), [stream]);
  useEffect(() => {
    if (stream === null || paused) return;
    return listenLive(stream, (event) => {
      setSaid((before) => applyEvent(before, event));
      const sentence = sentenceOf(event);
      if (sentence !== undefined) onSentence?.(sentence);
    });
  }, [stream, paused]);
  if (stream === null) return null;
  return (
    <p class="live-words" data-testid="live-words">
      {said.utterances.map(({ text }) => text).join(' ')} <span class="may-change">{said.provisional}</span>
    </p>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { SpokenLog } from '../dictate/spoken-log.tsx';
import { LiveWords } from '../live/live-words.tsx';
import { Checkbox } from '../ui/field.tsx';

const SETTING = 'sotto.live-words';

/**
 * The words of a recording while they are spoken. Screen readers announce only final sentences. The transcript of the note
 * is made from the recording and does not depend on these words.
 */
export function SpokenWords({ stream, paused }: { stream: MediaStream | null; paused: boolean }) {
  const [on, setOn] = useState(() => localStorage.getItem(SETTING) !== 'off');
  const [sentences, setSentences] = useState<readonly string[]>([]);
  useEffect(() => setSentences([]), [stream]);
  function change(next: boolean) {
    setOn(next);
    localStorage.setItem(SETTING, next ? 'on' : 'off');
  }
  if (stream === null) return <Checkbox label="Show the words while I speak" checked={on} onChange={change} />;
  if (!on) return null;
  return (
    <>
      <LiveWords
        stream={stream}
        paused={paused}
        onSentence={(sentence) => setSentences((before) => [...before, sentence])}
      />
      <SpokenLog sentences={sentences} />
    </>
  );
}

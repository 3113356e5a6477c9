import { useEffect, useRef, useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import { dictate } from '../api/dictation.ts';
import { LiveWords } from '../live/live-words.tsx';
import { LevelMeter } from '../record/level-meter.tsx';
import { describeMicrophoneProblem, openMicrophone, recordingFormat } from '../record/microphone.ts';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Problem } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { DictionaryOffer } from './dictionary-offer.tsx';
import { clearDraft, spoken, text } from './draft.ts';
import { DictationSettings } from './settings.tsx';
import { SpokenLog } from './spoken-log.tsx';

type State =
  | { readonly kind: 'idle' | 'starting' | 'working' }
  | { readonly kind: 'listening'; readonly stream: MediaStream; readonly stop: () => void };

/** Converts speech to formatted text that the user can edit and copy. Nothing is stored. */
export function DictatePage() {
  useTitle('Dictate');
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [problem, setProblem] = useState<string | null>(null);
  /** What was said when the service could not transcribe it. It is kept to be sent again. */
  const [unwritten, setUnwritten] = useState<Blob | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const left = useRef(false);
  const stopListening = useRef(() => {});
  // Leaving the page turns the microphone off and discards the audio.
  useEffect(
    () => () => {
      left.current = true;
      stopListening.current();
    },
    [],
  );

  async function listen() {
    setProblem(null);
    setUnwritten(null);
    setState({ kind: 'starting' });
    try {
      const stream = await openMicrophone();
      const { audio, stop } = capture(stream);
      stopListening.current = stop;
      if (left.current) return stop();
      setState({ kind: 'listening', stream, stop });
      void audio.then(transcribe);
    } catch (error) {
      setProblem(describeMicrophoneProblem(error));
      setState({ kind: 'idle' });
    }
  }
  async function transcribe(audio: Blob) {
    if (left.current) return;
    setProblem(null);
    setState({ kind: 'working' });
    try {
      const { text: heard } = await dictate(audio);
      if (heard === '') setProblem('No speech was recognized');
      else {
        spoken.value = [...spoken.value, heard];
        text.value = join(text.value, heard);
      }
      setUnwritten(null);
    } catch (error) {
      setProblem(describeProblem(error));
      setUnwritten(audio);
    }
    setState({ kind: 'idle' });
    area.current?.focus();
  }
  function toggle() {
    if (state.kind === 'listening') state.stop();
    else if (state.kind === 'idle') void listen();
  }
  useShortcuts({ ' ': { label: 'Start or stop dictating', group: 'Dictate', run: toggle } });
  return (
    <div class="dictate" data-state={state.kind}>
      <h1>Dictate</h1>
      {problem !== null && <Problem {...(unwritten && { retry: () => void transcribe(unwritten) })}>{problem}</Problem>}
      <textarea
        ref={area}
        class="dictation"
        aria-label="Dictated text"
        placeholder="Your words appear here. They are not stored."
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <LiveWords stream={state.kind === 'listening' ? state.stream : null} />
      <div class="dictate-bar">
        <button type="button" class="record-button small" aria-label={labelOf(state)} onClick={toggle}>
          <Icon name={state.kind === 'listening' ? 'stop' : 'microphone'} />
        </button>
        <LevelMeter stream={state.kind === 'listening' ? state.stream : null} paused={false} />
        <p class="record-state" role="status">
          {DESCRIPTIONS[state.kind]}
        </p>
        <CopyButton text={text.value} />
        <button type="button" class="button quiet" onClick={clearDraft}>
          Clear
        </button>
      </div>
      <DictionaryOffer heard={spoken.value} text={text.value} />
      <SpokenLog sentences={spoken.value} />
      <DictationSettings />
    </div>
  );
}

const DESCRIPTIONS: Readonly<Record<State['kind'], string>> = {
  idle: 'Ready',
  starting: 'Waiting for the microphone …',
  listening: 'Listening',
  working: 'Transcribing …',
};

const labelOf = ({ kind }: State) => (kind === 'listening' ? 'End dictating' : 'Start dictating');

function join(before: string, heard: string): string {
  return before === '' || before.endsWith('\n') ? before + heard : `${before.trimEnd()} ${heard}`;
}

/** Records in memory until it is stopped. */
function capture(stream: MediaStream): { audio: Promise<Blob>; stop: () => void } {
  const media = new MediaRecorder(stream, { mimeType: recordingFormat() });
  const parts: Blob[] = [];
  const { promise, resolve } = Promise.withResolvers<Blob>();
  media.addEventListener('dataavailable', ({ data }) => parts.push(data));
  media.addEventListener('stop', () => {
    for (const track of stream.getTracks()) track.stop();
    resolve(new Blob(parts, { type: media.mimeType }));
  });
  media.start();
  return { audio: promise, stop: () => media.state !== 'inactive' && media.stop() };
}

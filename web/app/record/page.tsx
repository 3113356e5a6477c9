import { useEffect, useState } from 'preact/hooks';
import { useShortcuts } from '../shortcuts/shortcuts.ts';
import { session } from '../state/session.ts';
import { formatDuration } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Problem } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { LevelMeter } from './level-meter.tsx';
import { chooseMicrophone, chosenMicrophone, listMicrophones } from './microphone.ts';
import {
  pauseRecording,
  recordedMs,
  recorder,
  resumeRecording,
  startRecording,
  stopRecording,
  storedMs,
} from './recorder.ts';
import { SpokenWords } from './spoken-words.tsx';

/** Records a note. The recording is saved on this device while it runs. */
export function RecordPage() {
  const state = recorder.value;
  useTitle(state.kind === 'recording' ? '● Recording' : 'Record');
  const running = state.kind === 'recording' || state.kind === 'paused';
  const userId = session.value.kind === 'signed-in' ? session.value.user.user_id : '';
  const toggle = () => (running ? stopRecording() : void startRecording(userId));
  const pause = () => (state.kind === 'paused' ? resumeRecording() : pauseRecording());
  useShortcuts({
    ' ': { label: 'Start or finish the recording', group: 'Record', run: toggle },
    p: { label: 'Pause or resume', group: 'Record', run: pause },
  });
  return (
    <div class="record" data-state={state.kind}>
      <h1>Record</h1>
      {state.kind === 'idle' && state.problem !== null && <Problem>{state.problem}</Problem>}
      <p class="timer" aria-hidden="true">
        {formatDuration(running || state.kind === 'finishing' ? recordedMs.value / 1000 : 0)}
      </p>
      <LevelMeter stream={running ? state.stream : null} paused={state.kind === 'paused'} />
      <div class="record-buttons">
        {running && (
          <button type="button" class="button quiet" onClick={pause}>
            {state.kind === 'paused' ? 'Resume' : 'Pause'}
          </button>
        )}
        <button
          type="button"
          class="record-button"
          aria-label={running ? 'Finish the recording' : 'Start recording'}
          aria-disabled={state.kind === 'starting' || state.kind === 'finishing'}
          onClick={toggle}
        >
          <Icon name={running ? 'stop' : 'microphone'} />
        </button>
      </div>
      <p class="record-state" role="status">
        {describeState(state.kind)}
      </p>
      {running ? <Stored /> : <Microphone />}
      <SpokenWords stream={running ? state.stream : null} paused={state.kind === 'paused'} />
    </div>
  );
}

/** Phones and tablets seldom have one. */
const HAS_KEYBOARD = matchMedia('(hover: hover) and (pointer: fine)').matches;

function describeState(kind: (typeof recorder.value)['kind']): string {
  switch (kind) {
    case 'idle':
      return HAS_KEYBOARD ? 'Ready. Press the button or the space bar.' : 'Ready. Press the button.';
    case 'starting':
      return 'Waiting for the microphone …';
    case 'recording':
      return 'Recording.';
    case 'paused':
      return 'Paused.';
    case 'finishing':
      return 'Finishing …';
  }
}

function Stored() {
  return <p class="hint">Saved on this device up to {formatDuration(storedMs.value / 1000)}</p>;
}

function Microphone() {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const [chosen, setChosen] = useState(chosenMicrophone);
  useEffect(() => {
    const read = () => void listMicrophones().then(setDevices);
    read();
    navigator.mediaDevices?.addEventListener('devicechange', read);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', read);
  }, []);
  if (devices.length < 2) return <p class="hint">The recording stays on this device until Sotto has saved the note.</p>;
  return (
    <label class="microphone">
      Microphone
      <select
        value={devices.some(({ deviceId }) => deviceId === chosen) ? chosen : devices[0]?.deviceId}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          chooseMicrophone(event.currentTarget.value);
        }}
      >
        {devices.map(({ deviceId, label }) => (
          <option key={deviceId} value={deviceId}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

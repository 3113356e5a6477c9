/** Formats that the service supports, the best first. Safari supports only the second. */
const FORMATS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const DEVICE_SETTING = 'sotto.microphone';

/** Messages for the errors of `getUserMedia`. */
export function describeMicrophoneProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (!isSecureContext) return 'The browser allows the microphone only on https:// addresses';
  if (name === 'NotAllowedError') return 'The browser blocks the microphone. Allow it in the address bar';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'No microphone was found';
  if (name === 'NotReadableError') return 'The microphone is in use by another program';
  if (name === 'StorageFullError' || name === 'UserLeftError') return (error as Error).message;
  return 'The microphone could not be started';
}

/** Opens the last selected microphone, or any. */
export async function openMicrophone(): Promise<MediaStream> {
  const deviceId = localStorage.getItem(DEVICE_SETTING);
  const audio: MediaTrackConstraints = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(deviceId ? { deviceId: { ideal: deviceId } } : {}),
  };
  return navigator.mediaDevices.getUserMedia({ audio });
}

export function recordingFormat(): string {
  return FORMATS.find((format) => MediaRecorder.isTypeSupported(format)) ?? '';
}

export async function listMicrophones(): Promise<readonly MediaDeviceInfo[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
  return devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '');
}

export const chosenMicrophone = () => localStorage.getItem(DEVICE_SETTING) ?? '';
export const chooseMicrophone = (deviceId: string) => localStorage.setItem(DEVICE_SETTING, deviceId);

export interface Meter {
  /** The current loudness, from 0 to 1. */
  level(): number;
  close(): void;
}

/** Measures how loud a stream is. */
export function createMeter(stream: MediaStream): Meter {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const decibels = 10 * Math.log10(power + 1e-9);
      return Math.min(1, Math.max(0, (decibels + 60) / 54));
    },
    close: () => void context.close(),
  };
}

/** Keeps the screen on if the browser supports it. iPhones end a recording when the screen turns off. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState === 'visible')
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}

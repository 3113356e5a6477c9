import { urlForUser } from '../api/client.ts';
import { currentUserId } from '../state/session.ts';

const SAMPLE_RATE = 24_000;
/** The number of samples per message: 85 ms. */
const PART_SAMPLES = 2_048;

/**
 * Sends the audio of a microphone to a live session of the service. It never throws, because a recording of the same
 * microphone must continue whatever happens here.
 * @param onEvent receives the events of the session; it is not called if the browser or the service has no live sessions
 * @returns a function that ends the session
 */
export function listenLive(stream: MediaStream, onEvent: (event: Record<string, unknown>) => void): () => void {
  if (!navigator.onLine || currentUserId() === null) return () => {};
  try {
    return openSession(stream, onEvent);
  } catch {
    return () => {};
  }
}

function openSession(stream: MediaStream, onEvent: (event: Record<string, unknown>) => void): () => void {
  const address = new URL(urlForUser('/v1/app/dictate/live'), location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, 'realtime');
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  socket.addEventListener('message', ({ data }) => onEvent(JSON.parse(String(data)) as Record<string, unknown>));
  let ended = false;
  socket.addEventListener('open', () => {
    if (ended) return socket.close();
    const include = ['item.input_audio_transcription.provisional'];
    socket.send(JSON.stringify({ type: 'session.update', session: { type: 'transcription', include } }));
    capture(context, stream, (audio) => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
      }
    }).catch(() => socket.close()); // some browsers support a microphone only at its own sample rate
  });
  return () => {
    ended = true;
    // A browser reports a connection that is closed before it is open as an error.
    if (socket.readyState !== WebSocket.CONNECTING) socket.close();
    void context.close();
  };
}

/** Sends the audio as base64 of PCM16. */
async function capture(context: AudioContext, stream: MediaStream, send: (audio: string) => void): Promise<void> {
  await context.audioWorklet.addModule('/capture-worklet.js');
  const source = context.createMediaStreamSource(stream);
  const node = new AudioWorkletNode(context, 'capture', { processorOptions: { partSamples: PART_SAMPLES } });
  node.port.onmessage = ({ data }) => send(toBase64(data as Float32Array));
  source.connect(node);
}

function toBase64(samples: Float32Array): string {
  const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  return btoa(String.fromCharCode(...new Uint8Array(pcm.buffer)));
}

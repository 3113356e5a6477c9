import type { Sotto } from './client.ts';
import { ConnectionError, SottoError } from './errors.ts';

export interface LiveOptions {
  /** The sample rate in Hz of the 16-bit, mono, little-endian PCM. @default 24_000 */
  readonly sampleRate?: 16_000 | 24_000;
  /** A code such as `en`. @default detected */
  readonly language?: string;
  /** Names and replacements, one per line. */
  readonly dictionary?: string;
  /** Receives words while they are spoken. They are part of the next final text. */
  readonly onWords?: (words: string) => void;
  /** Receives the formatted text of an utterance after its end. */
  readonly onText?: (text: string) => void;
  /** @default the global one; Node 20 has none */
  readonly WebSocket?: typeof WebSocket;
}

/** A live dictation over one connection. */
export interface LiveSession {
  /** Sends samples, at most a minute per call. */
  send(samples: Uint8Array): void;
  /**
   * Ends the dictation after all texts have arrived.
   * @throws {SottoError} if the service ended it earlier
   */
  finish(): Promise<void>;
  /** Ends the dictation immediately. */
  close(): void;
}

interface ServerEvent {
  readonly type: string;
  readonly item_id?: string;
  readonly delta?: string;
  readonly transcript?: string;
  readonly error?: { readonly code: string; readonly message: string; readonly param?: string | null };
}

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
const NOTHING_LEFT = 'input_audio_buffer_commit_empty';

/**
 * Opens a live dictation (the protocol of OpenAI's Realtime API for transcription).
 * @throws {ConnectionError} if the service rejects the connection, the session or its settings, or cannot be reached
 */
export async function liveSession(
  sotto: Pick<Sotto, 'baseUrl' | 'credentialsFor'>,
  options: LiveOptions = {},
): Promise<LiveSession> {
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  if (!Socket) throw new SottoError('This runtime has no WebSocket: pass one in the options');
  const { 'x-api-key': key, authorization } = sotto.credentialsFor('/v1/enterprise/');
  const secret = key ?? authorization?.replace('Bearer ', '') ?? '';
  const url = `${sotto.baseUrl.replace(/^http/, 'ws')}/v1/realtime`;
  const socket = new Socket(url, ['realtime', `openai-insecure-api-key.${secret}`]);
  const tell = (event: object) => socket.send(JSON.stringify(event));
  const open = deferred();
  const end = deferred();
  end.promise.catch(() => {}); // the caller may never call finish()
  const unfinished = new Set<string>();
  let problem = `Cannot open ${url}`;
  let isOpen = false;
  let isFinishing = false;
  let isLast = false;

  /** Before the session is open, an error refuses it. Later, it is the reason if the connection then ends. */
  const fail = ({ message, param }: NonNullable<ServerEvent['error']>): void => {
    problem = param ? `${param}: ${message}` : message;
    if (isOpen) return;
    open.reject(new ConnectionError(problem));
    socket.close();
  };
  const take = (event: ServerEvent): void => {
    const { type, item_id: item = '', delta = '', transcript = '', error } = event;
    if (type === 'session.created') tell({ type: 'session.update', session: sessionOf(options) });
    if (type === 'session.updated') {
      isOpen = true;
      open.resolve();
    }
    if (type === 'input_audio_buffer.committed') unfinished.add(item);
    if (type === `${TRANSCRIPTION}.delta`) options.onWords?.(delta);
    if (type === `${TRANSCRIPTION}.completed`) options.onText?.(transcript);
    if (type === `${TRANSCRIPTION}.completed` || type === `${TRANSCRIPTION}.failed`) unfinished.delete(item);
    if (error) fail(error);
    if (isFinishing && error?.code === NOTHING_LEFT) isLast = true;
    if (!isLast || unfinished.size > 0) return;
    end.resolve();
    socket.close();
  };
  socket.addEventListener('message', ({ data }) => take(JSON.parse(String(data)) as ServerEvent));
  socket.addEventListener('close', () => {
    open.reject(new ConnectionError(problem));
    end.reject(new ConnectionError(problem));
  });
  // An `error` of the package `ws` without a listener would end the process. `close` follows.
  socket.addEventListener('error', () => {});
  await open.promise;

  return {
    send: (samples) => tell({ type: 'input_audio_buffer.append', audio: base64(samples) }),
    finish: () => {
      isFinishing = true;
      // The first may end an utterance. The second has no audio left, and its answer comes after all others.
      for (let count = 0; count < 2; count++) tell({ type: 'input_audio_buffer.commit' });
      return end.promise;
    },
    close: () => socket.close(),
  };
}

function sessionOf({ sampleRate = 24_000, language, dictionary }: LiveOptions) {
  const transcription = { ...(language ? { language } : {}), ...(dictionary ? { dictionary } : {}) };
  return {
    type: 'transcription',
    audio: { input: { format: { type: 'audio/pcm', rate: sampleRate }, transcription } },
  };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function deferred() {
  let [resolve, reject] = [() => {}, (_: Error) => {}];
  const promise = new Promise<void>((whenDone, whenFailed) => {
    [resolve, reject] = [whenDone, whenFailed];
  });
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) };
}

const MAX_ARGUMENTS = 32_768;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS) {
    text += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS));
  }
  return btoa(text);
}

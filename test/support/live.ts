import { setTimeout } from 'node:timers/promises';
import { createResampler } from '../../speech/decode/resample.ts';
import { SAMPLE, samplesOf } from '../speech/support.ts';

/** An event of the Realtime protocol as received. */
export type RealtimeEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** A client of a WebSocket that keeps what it receives. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly events: readonly RealtimeEvent[];
  /** How the connection ended. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  send(event: object): void;
  /** The next matching event that was not returned before. @throws {Error} when the connection ends first */
  next(type: string): Promise<RealtimeEvent>;
  /** Resolves when the connection is closed. */
  close(): Promise<void>;
}

/** Opens a WebSocket. @throws {Error} when the server refuses it */
export async function connectLive(
  url: string,
  options: { readonly headers?: Record<string, string>; readonly protocols?: string[] } = {},
): Promise<LiveClient> {
  const address = url.replace(/^http/, 'ws');
  // Bun and Deno take headers here, browsers do not.
  const socket = new WebSocket(address, options as unknown as string[]);
  const events: RealtimeEvent[] = [];
  let taken = new Set<RealtimeEvent>();
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  let isClosed = false;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => {
      isClosed = true;
      resolve({ code, reason });
      wake();
    };
  });
  socket.onmessage = ({ data }) => {
    events.push(JSON.parse(String(data)) as RealtimeEvent);
    wake();
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('The connection was refused'));
  });

  function next(type: string): Promise<RealtimeEvent> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = events.find((event) => event.type === type && !taken.has(event));
        if (found === undefined && !isClosed) return;
        waiting.delete(look);
        if (found === undefined)
          return reject(new Error(`The connection ended before ${type}: ${JSON.stringify(events.at(-1))}`));
        taken = taken.add(found);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  }

  return {
    ...{ socket, events, closed, next },
    send: (event) => socket.send(JSON.stringify(event)),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

/** The bundled sample as mono PCM16 at a rate: eleven seconds of speech. */
export async function samplePcm(sampleRate: number): Promise<Uint8Array<ArrayBuffer>> {
  return pcmOf(await samplesOf(SAMPLE), sampleRate);
}

/** Samples of 16 kHz as mono PCM16 at a rate. */
export function pcmOf(samples: Float32Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const resampler = createResampler(16_000, sampleRate);
  const resampled = [...resampler.push(samples), ...resampler.flush()];
  return new Uint8Array(Int16Array.from(resampled, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767).buffer);
}

/** Audio in parts of 100 ms. */
export function* partsOf(pcm: Uint8Array, sampleRate: number): Generator<Uint8Array> {
  const size = sampleRate / 5;
  for (let at = 0; at < pcm.length; at += size) yield pcm.subarray(at, at + size);
}

/** A microphone: sends audio in parts of 100 ms. @param speed 1 is real time */
export async function speak(client: LiveClient, pcm: Uint8Array, sampleRate: number, speed: number): Promise<void> {
  for (const part of partsOf(pcm, sampleRate)) {
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.from(part).toString('base64') });
    await setTimeout(100 / speed);
  }
}

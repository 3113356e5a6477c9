import type { LiveEvent, LiveSettings } from '../../../dictation/live/types.ts';
import { CLOSE, type Socket, type SocketHandler } from '../../../platform/http/sockets.ts';
import { LIVE_END_WORDS } from '../ends.ts';
import type { StartedSession } from '../host.ts';
import { createMessageRate } from '../message-rate.ts';
import { closingMetadata, createListenWriter, type ListenMessage, readListenRequest } from './messages.ts';
import type { ListenOptions } from './query.ts';

export interface ListenDeps {
  readonly start: (settings: LiveSettings, emit: (event: LiveEvent) => void) => StartedSession;
  readonly now: () => number;
}

/** Serves Deepgram's streaming protocol on one connection: audio bytes in, `Results` out. */
export function createListenConnection({ start, now }: ListenDeps, options: ListenOptions): SocketHandler {
  const mayCome = createMessageRate(() => performance.now() / 1000);
  const early: LiveEvent[] = [];
  let socket: Socket | undefined;
  let session: StartedSession | undefined;
  let write: ReturnType<typeof createListenWriter> | undefined;
  let isOver = false;

  const send = (message: ListenMessage) => socket?.send(JSON.stringify(message));

  function emit(event: LiveEvent): void {
    if (isOver) return;
    if (write === undefined) {
      early.push(event);
      return;
    }
    for (const message of write(event)) send(message);
    if (event.type !== 'ended') return;
    isOver = true;
    if (event.end === 'completed') socket?.close(CLOSE.normal, '');
    else socket?.close(LIVE_END_WORDS[event.end].close, event.end);
  }

  async function closeStream(ending: StartedSession): Promise<void> {
    await ending.finish();
    if (isOver) return;
    send(closingMetadata(ending.id, ending.figures().audioSeconds, now()));
    ending.end('completed');
  }

  function take(data: string | Uint8Array, to: StartedSession): void {
    const request = typeof data === 'string' ? readListenRequest(data) : undefined;
    if (typeof data !== 'string' && data.length > 0) to.push(data);
    else if (typeof data !== 'string' || request === 'CloseStream') void closeStream(to);
    else if (request === 'Finalize') to.commit();
  }

  return {
    open: (opened) => {
      socket = opened;
      session = start(options.settings, emit);
      write = createListenWriter(session.id, options);
      for (const event of early.splice(0)) emit(event);
    },
    message: (data) => {
      if (isOver || session === undefined) return;
      if (mayCome()) take(data, session);
      else session.end('too_fast');
    },
    closed: () => {
      isOver = true;
      session?.end('completed');
    },
  };
}

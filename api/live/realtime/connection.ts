import { randomUUID } from 'node:crypto';
import type { LiveEvent, LiveSettings } from '../../../dictation/live/types.ts';
import { CLOSE, type Socket, type SocketHandler } from '../../../platform/http/sockets.ts';
import { LIVE_END_WORDS } from '../ends.ts';
import type { StartedSession } from '../host.ts';
import { createMessageRate, UPDATES } from '../message-rate.ts';
import { type ClientEvent, readClientEvent } from './client-events.ts';
import { createEventWriter, errorEvent, type ServerEvent } from './server-events.ts';
import {
  applyBetaUpdate,
  applyUpdate,
  DEFAULT_CONFIG,
  isProblem,
  type OwnSettings,
  PROVISIONAL,
  type SessionConfig,
  settingsOf,
  showBetaSession,
  showSession,
  withSameFormat,
} from './session-config.ts';

export interface RealtimeOptions {
  readonly start: (settings: LiveSettings, emit: (event: LiveEvent) => void) => StartedSession;
  /** The dialect of the session: the older one if the client requests it. */
  readonly isBeta: boolean;
  /** The model in the query. */
  readonly model: string | undefined;
  readonly own: OwnSettings;
}

/** Serves OpenAI's Realtime protocol for one transcription session on one connection. */
export function createRealtimeConnection({ start, own, ...options }: RealtimeOptions): SocketHandler {
  let config: SessionConfig = {
    ...DEFAULT_CONFIG,
    transcription: { ...DEFAULT_CONFIG.transcription, ...(options.model && { model: options.model }) },
  };
  let isBeta = options.isBeta;
  let socket: Socket | undefined;
  let session: StartedSession | undefined;
  let isOver = false;
  let hasAudio = false;
  const clock = () => performance.now() / 1000;
  const mayCome = createMessageRate(clock);
  const mayUpdate = createMessageRate(clock, UPDATES);
  let write = createEventWriter('');

  function send(event: ServerEvent): void {
    socket?.send(JSON.stringify({ event_id: `event_${randomUUID()}`, ...event }));
  }

  function emit(event: LiveEvent): void {
    if (isOver) return;
    const dialect = { isBeta, wantsProvisional: config.include.includes(PROVISIONAL) };
    for (const sent of write(event, dialect)) send(sent);
    if (event.type !== 'ended') return;
    isOver = true;
    if (event.end === 'completed') socket?.close(CLOSE.normal, '');
    else socket?.close(LIVE_END_WORDS[event.end].close, event.end);
  }

  function show(type: 'created' | 'updated'): void {
    const id = session?.id ?? '';
    if (isBeta) send({ type: `transcription_session.${type}`, session: showBetaSession(id, config) });
    else send({ type: `session.${type}`, session: showSession(id, config) });
  }

  function open(opened: Socket): void {
    socket = opened;
    // Events that the session emits before `start` returns are queued.
    const early: LiveEvent[] = [];
    let onEvent = (event: LiveEvent): void => void early.push(event);
    session = start(settingsOf(config, own), (event) => onEvent(event));
    write = createEventWriter(session.id);
    onEvent = emit;
    show('created');
    for (const event of early) emit(event);
  }

  function update({ session: changes, isBeta: beta, eventId }: Extract<ClientEvent, { type: 'update' }>): void {
    const changed = beta ? applyBetaUpdate(config, changes) : applyUpdate(config, changes);
    const updated = hasAudio && !isProblem(changed) ? withSameFormat(config, changed, beta) : changed;
    if (isProblem(updated)) {
      send(errorEvent('invalid_value', updated.message, updated.param, { eventId }));
      return;
    }
    config = updated;
    isBeta = beta;
    session?.update(settingsOf(config, own));
    show('updated');
  }

  function append(audio: Uint8Array): void {
    hasAudio ||= audio.length > 0;
    session?.push(audio);
  }

  function take(event: ClientEvent): void {
    if (event.type === 'append') append(event.audio);
    else if (event.type === 'commit') session?.commit();
    else if (event.type === 'clear') session?.clear();
    else if (event.type === 'update') {
      if (mayUpdate()) update(event);
      else session?.end('too_fast');
    } else send(errorEvent(event.problem.code, event.problem.message, event.problem.param, { eventId: event.eventId }));
  }

  return {
    open,
    message: (data) => {
      if (isOver) return;
      if (!mayCome()) session?.end('too_fast');
      else if (typeof data === 'string') take(readClientEvent(data));
      else send(errorEvent('invalid_event', 'Send JSON as text, not bytes', null));
    },
    closed: () => {
      isOver = true;
      session?.end('completed');
    },
  };
}

import type { Writable } from 'node:stream';
import { SpeechError } from '../types.ts';
import { writeFrame } from './frames.ts';
import type { CallMessage, FromProcess, JobResult, ToProcess } from './messages.ts';

/** A call to a speech process, as the parent sees it. */
export interface Call {
  /** Rejects with a {@link SpeechError}, or with the reason why the process ended. */
  readonly result: Promise<JobResult>;
  /** Resolves when the pipe accepts more. A broken pipe ends the process, which ends its calls. */
  send(message: OwnMessage, payload?: Uint8Array): Promise<void>;
  /** Whether the caller still waits for the result. */
  isOpen(): boolean;
  /** Fails the call immediately, and tells the process to end it. */
  abandon(error: unknown): void;
}

/** A message without its call's id, which is added. */
export type OwnMessage = WithoutId<ToProcess>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

export type OnMessage = (message: CallMessage, payload: Uint8Array, call: Call) => void;

/** The open calls of a process. */
export interface Calls {
  /** The number of calls, including abandoned ones that the process has not ended yet. */
  readonly count: number;
  open(first: OwnMessage, onMessage: OnMessage): Call;
  /** Handles a message of the process. */
  receive(message: FromProcess, payload: Uint8Array): void;
  failAll(error: Error): void;
}

/** The time limit for ending an abandoned call. One step of inference is far shorter. */
const CANCEL_GRACE_MS = 10_000;

/**
 * Runs concurrent calls over one pipe.
 * @param onStuckCall called if the process does not end an abandoned call
 */
export function createCalls(input: Writable, onStuckCall: () => void): Calls {
  const calls = new Map<number, { readonly call: Call; readonly onMessage: OnMessage; readonly settle: Settle }>();
  let lastId = 0;

  function open(first: OwnMessage, onMessage: OnMessage): Call {
    lastId += 1;
    const id = lastId;
    const settle = Promise.withResolvers<JobResult>();
    // The caller may await the result only after it failed.
    settle.promise.catch(() => undefined);
    let wanted = true;
    const send = (message: OwnMessage, payload?: Uint8Array) =>
      writeFrame(input, { ...message, id }, payload).catch(() => undefined);

    function abandon(error: unknown): void {
      if (!wanted) return;
      wanted = false;
      settle.reject(error);
      if (!calls.has(id)) return;
      send({ type: 'cancel' });
      setTimeout(() => calls.has(id) && onStuckCall(), CANCEL_GRACE_MS).unref();
    }

    const call: Call = { result: settle.promise, send, isOpen: () => wanted && calls.has(id), abandon };
    calls.set(id, { call, onMessage, settle });
    send(first);
    return call;
  }

  function receive(message: FromProcess, payload: Uint8Array): void {
    if (message.type === 'ready' || message.type === 'alive' || message.type === 'unloadable') return;
    const known = calls.get(message.id);
    if (known === undefined) return;
    if (message.type === 'done' || message.type === 'failed') {
      calls.delete(message.id);
      if (message.type === 'done') known.settle.resolve(message.result);
      else known.settle.reject(new SpeechError(message.code));
    } else if (known.call.isOpen()) known.onMessage(message, payload, known.call);
  }

  function failAll(error: Error): void {
    const failed = [...calls.values()];
    calls.clear();
    for (const { settle } of failed) settle.reject(error);
  }

  return {
    get count() {
      return calls.size;
    },
    open,
    receive,
    failAll,
  };
}

type Settle = PromiseWithResolvers<JobResult>;

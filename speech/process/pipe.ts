import type { Readable, Writable } from 'node:stream';
import { SpeechError, type SpeechFailureCode } from '../types.ts';
import { readFrames, writeFrame } from './frames.ts';
import type { CallMessage, FirstMessage, FromProcess, JobResult, ToProcess } from './messages.ts';

/** A call to a speech process, as the parent sees it. */
export interface Call {
  /** Rejects with a {@link SpeechError}, or with the reason why the process ended. */
  readonly result: Promise<JobResult>;
  /** Resolves when the pipe has taken the message. A broken pipe ends the process, which ends its calls. */
  send(message: OwnMessage, payload?: readonly Uint8Array[]): Promise<void>;
  /** Whether the caller still waits for the result. */
  isOpen(): boolean;
  /** Fails the call immediately, and tells the process to end it. */
  abandon(error: unknown): void;
}

/** A message without its call's id, which is added. */
export type OwnMessage = WithoutId<ToProcess>;
/** The message that opens a call, without the id. */
export type OwnFirstMessage = WithoutId<FirstMessage>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

export type OnMessage = (message: CallMessage, payload: Uint8Array, call: Call) => void;

/** The open calls of a process. */
export interface Calls {
  /** The number of calls, including abandoned ones that the process has not ended yet. */
  readonly count: number;
  open(first: OwnFirstMessage, onMessage: OnMessage): Call;
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

  function open(first: OwnFirstMessage, onMessage: OnMessage): Call {
    lastId += 1;
    const id = lastId;
    const settle = Promise.withResolvers<JobResult>();
    // The caller may await the result only after it failed.
    settle.promise.catch(() => undefined);
    let wanted = true;
    const send = (message: OwnMessage, payload?: readonly Uint8Array[]) =>
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

/** A call, as the speech process sees it. */
export interface ServedCall {
  /** Handles the call's next message. */
  receive(message: ToProcess, payload: Uint8Array): void;
  /** Ends the call with `failed` as soon as possible. */
  cancel(): void;
}

/** Sends the messages of a call. */
export interface Answers {
  readonly id: number;
  send(message: FromProcess, payload?: readonly Uint8Array[]): Promise<void>;
  /** Sends the last message of the call and removes it. */
  end(message: FromProcess): void;
}

const ALIVE_EVERY_MS = 1_000;

/** Serves calls in the speech process, concurrently, until the input ends. */
export async function serveCalls(
  input: Readable,
  output: Writable,
  begin: (first: FirstMessage, answers: Answers) => ServedCall,
): Promise<void> {
  const calls = new Map<number, ServedCall>();
  const send = (message: FromProcess, payload?: readonly Uint8Array[]) => writeFrame(output, message, payload);
  await send({ type: 'ready' });
  const signs = setInterval(() => {
    if (calls.size > 0) send({ type: 'alive' }).catch(() => undefined);
  }, ALIVE_EVERY_MS);
  try {
    for await (const { message, payload } of readFrames<ToProcess>(input)) {
      if (message.type === 'open' || message.type === 'live') open(message);
      else if (message.type === 'cancel') calls.get(message.id)?.cancel();
      else calls.get(message.id)?.receive(message, payload);
    }
  } finally {
    clearInterval(signs);
  }

  function open(first: FirstMessage): void {
    const { id } = first;
    const end = (message: FromProcess) => {
      if (calls.delete(id)) send(message).catch(() => undefined);
    };
    // Registered before it starts, because it may end immediately.
    calls.set(id, { receive: () => undefined, cancel: () => undefined });
    const call = begin(first, { id, send, end });
    if (calls.has(id)) calls.set(id, call);
  }
}

/** The code of the error that ended a call. Errors of libraries are not exposed. */
export function failureCode(error: unknown, signal: AbortSignal): SpeechFailureCode {
  if (signal.aborted) return 'cancelled';
  return error instanceof SpeechError ? error.code : 'engine_failed';
}

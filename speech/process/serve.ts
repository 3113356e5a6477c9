import type { Readable, Writable } from 'node:stream';
import { readFrames, writeFrame } from './frames.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import type { Runner } from './runner.ts';
import { serveJob } from './serve-job.ts';
import { serveLive } from './serve-live.ts';
import type { Answers, ServedCall } from './served-call.ts';

const ALIVE_EVERY_MS = 1_000;

/** Serves calls in the speech process, concurrently, until the input ends. */
export async function serve(input: Readable, output: Writable, runner: Runner): Promise<void> {
  const calls = new Map<number, ServedCall>();
  const send = (message: FromProcess, payload?: Uint8Array) => writeFrame(output, message, payload);
  await send({ type: 'ready' });
  const signs = setInterval(() => {
    if (calls.size > 0) send({ type: 'alive' }).catch(() => undefined);
  }, ALIVE_EVERY_MS);
  try {
    for await (const { message, payload } of readFrames<ToProcess>(input)) {
      if (message.type === 'open') open(message.id, (answers) => serveJob(message, runner, answers));
      else if (message.type === 'live') open(message.id, (answers) => serveLive(message, runner, answers));
      else if (message.type === 'cancel') calls.get(message.id)?.cancel();
      else calls.get(message.id)?.receive(message, payload);
    }
  } finally {
    clearInterval(signs);
  }

  function open(id: number, begin: (answers: Answers) => ServedCall): void {
    const end = (message: FromProcess) => {
      if (calls.delete(id)) send(message).catch(() => undefined);
    };
    // Registered before it starts, because it may end immediately.
    calls.set(id, { receive: () => undefined, cancel: () => undefined });
    const call = begin({ id, send, end });
    if (calls.has(id)) calls.set(id, call);
  }
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { SendResult } from '../../../webhooks/egress/sender.ts';
import { type Runtime, runtimeCommand } from '../../support/spawn.ts';

/** One send that the process performs. */
export interface SendLine {
  readonly id: number;
  readonly url: string;
  /** Of the body. */
  readonly bytes: number;
  readonly reuseConnection: boolean;
}

export type Sent = Omit<SendResult, 'durationMs'>;

/** A sender in a separate process. */
export interface SenderProcess {
  /** Sends one POST; fails when the process ends. */
  send(url: string, options?: { readonly bytes?: number; readonly reuseConnection?: boolean }): Promise<Sent>;
  /** Uncaught errors and unhandled rejections so far. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

// Written as a URL, so that knip finds the file.
const CHILD = new URL('./sender-child.ts', import.meta.url).pathname.slice(
  new URL('../../../', import.meta.url).pathname.length,
);

type Line = { readonly fault: string } | { readonly id: number; readonly result: Sent };

/** Starts a sender that trusts the certificates `ca` (PEM) and ends each send within `timeoutMs`. */
export function startSenderProcess(runtime: Runtime, timeoutMs: number, ca: string): SenderProcess {
  const [command, args] = runtimeCommand(runtime, CHILD);
  const child = spawn(command, [...args, String(timeoutMs), ca], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, PromiseWithResolvers<Sent>>();
  const faults: string[] = [];
  let ended = false;
  let sends = 0;

  createInterface({ input: child.stdout }).on('line', (text) => {
    const line: Line = JSON.parse(text);
    if ('fault' in line) return void faults.push(line.fault);
    waiting.get(line.id)?.resolve(line.result);
    waiting.delete(line.id);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new Error('The sender ended in the middle of a send'));
  });

  return {
    faults,
    send: (url, { bytes = 2, reuseConnection = true } = {}) => {
      if (ended) throw new Error('The sender has ended');
      const id = ++sends;
      const sending = Promise.withResolvers<Sent>();
      waiting.set(id, sending);
      const line: SendLine = { id, url, bytes, reuseConnection };
      child.stdin.write(`${JSON.stringify(line)}\n`);
      return sending.promise;
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

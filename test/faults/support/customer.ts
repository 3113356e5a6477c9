import { randomUUID } from 'node:crypto';
import { type Answer, dictate, type Fields, type JsonBody } from '../../support/dictate.ts';
import type { RunningStack } from './stack.ts';

/** What a user did, and how the service answered, during the chaos. */
export interface Customer {
  /** Uploads a recording repeatedly until `until` aborts: at once, or in pieces over `overMs`. */
  uploadNotes(audio: Uint8Array<ArrayBuffer>, pace: Pace & { overMs?: number }): Promise<void>;
  dictateAll(choices: readonly Fields[], pace: Pace): Promise<void>;
  /** Sends test events with different idempotency keys, each twice. */
  sendTests(endpointId: string, pace: Pace): Promise<void>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<CallAnswer>;
  /** Records an answer that an outage does not justify. During an outage, only a 503 or no answer is justified. */
  judge(what: string, answer: Pick<Answer, 'status' | 'headers' | 'body'>, good: readonly number[]): void;
  /** Notes that were answered with 202. */
  readonly notes: string[];
  /** Webhook ids of sends that were answered with 202, by idempotency key. */
  readonly sends: Map<string, Set<string>>;
  /** How dictations ended, by code or status. */
  readonly dictations: Map<string, number>;
  /** Answers that an outage does not justify. */
  readonly wrong: string[];
}

/** How often an action is repeated, and until when. */
export interface Pace {
  readonly everyMs: number;
  readonly until: AbortSignal;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonBody;
}

const PATIENCE_MS = 60_000;

/** Repeats an action at a steady rate without waiting for earlier ones, then waits for all of them. */
export async function atPace({ everyMs, until }: Pace, step: () => Promise<void>): Promise<void> {
  const under: Promise<void>[] = [];
  while (!until.aborted) {
    // A killed process appears as a broken connection.
    under.push(step().catch(() => {}));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await Promise.all(under);
}

export function createCustomer(stack: Pick<RunningStack, 'url' | 'apiKey' | 'personalToken'>): Customer {
  const notes: string[] = [];
  const sends = new Map<string, Set<string>>();
  const dictations = new Map<string, number>();
  const wrong: string[] = [];

  async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const headers = { authorization: `Bearer ${stack.personalToken}`, ...more };
    const isRaw = body === undefined || body instanceof FormData || body instanceof ReadableStream;
    const sent = isRaw ? body : JSON.stringify(body);
    const init = { method, headers, ...(sent ? { body: sent } : {}), signal: AbortSignal.timeout(PATIENCE_MS) };
    const response = await fetch(`${stack.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }

  const judge: Customer['judge'] = (what, { status, headers, body }, good) => {
    if (good.includes(status)) return;
    if (status === 503 && headers.get('retry-after')) return;
    // A load balancer answers 502 when the process that had the request ended and the connection broke.
    if (status === 408 || status === 504 || (status === 502 && body?.code === 'bad_gateway')) return;
    wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);
  };

  return {
    ...{ notes, sends, dictations, wrong, call, judge },
    uploadNotes: (audio, { overMs, ...pace }) =>
      atPace(pace, async () => {
        const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
        const answer = await call('POST', '/v1/app/notes', formInPieces(audio, overMs ?? 0), headers);
        judge('upload', answer, [202]);
        if (answer.status === 202) notes.push(answer.body.note_id);
      }),
    dictateAll: (choices, pace) => {
      let turn = 0;
      return atPace(pace, async () => {
        turn += 1;
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const answer = await dictate(stack, choices[turn % choices.length] ?? {}, { signal });
        judge('dictation', answer, [200]);
        const end = answer.body.code ?? String(answer.status);
        dictations.set(end, (dictations.get(end) ?? 0) + 1);
      });
    },
    sendTests: (endpointId, pace) =>
      atPace(pace, async () => {
        const key = randomUUID();
        for (let time = 0; time < 2; time += 1) {
          const path = `/v1/app/webhook-endpoints/${endpointId}/test`;
          const answer = await call('POST', path, undefined, { 'idempotency-key': key });
          judge('test event', answer, [202]);
          if (answer.status !== 202) continue;
          const ids = sends.get(key) ?? new Set();
          sends.set(key, ids.add(answer.body.message_id));
        }
      }),
  };
}

const BOUNDARY = 'a-boundary';
const PIECES = 8;

/** A form with one recording that is sent slowly, as over a slow connection. */
function formInPieces(audio: Uint8Array<ArrayBuffer>, overMs: number): ReadableStream<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const disposition = 'Content-Disposition: form-data; name="audio"; filename="note.flac"';
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encode(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: audio/flac\r\n\r\n`));
      const size = Math.ceil(audio.length / PIECES);
      for (let piece = 0; piece < PIECES; piece += 1) {
        controller.enqueue(audio.subarray(piece * size, (piece + 1) * size));
        if (overMs > 0) await new Promise((resolve) => setTimeout(resolve, overMs / PIECES));
      }
      controller.enqueue(encode(`\r\n--${BOUNDARY}--\r\n`));
      controller.close();
    },
  });
}

import { randomUUID } from 'node:crypto';
import { type Answer, dictate, type Fields } from '../../support/dictate.ts';
import type { TestStack } from './stack.ts';

/** What a user of the service did and was told, while it was being broken. */
export interface Customer {
  /** Uploads a recording again and again until `until` aborts. */
  uploadNotes(audio: Uint8Array<ArrayBuffer>, everyMs: number, until: AbortSignal): Promise<void>;
  dictateAll(choices: readonly Fields[], everyMs: number, until: AbortSignal): Promise<void>;
  /** Sends test events by hand under keys of their own, each twice. */
  sendTests(endpointId: string, everyMs: number, until: AbortSignal): Promise<void>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<CallAnswer>;
  /** Notes that were answered with 202. */
  readonly notes: string[];
  /** Webhook ids of sends that were answered with 202, by idempotency key. */
  readonly sends: Map<string, Set<string>>;
  readonly dictations: Map<string, number>;
  /** Answers that no trouble of ours excuses. */
  readonly wrong: string[];
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body is read as the test expects it
  readonly body: any;
}

export function createCustomer(stack: Pick<TestStack, 'url' | 'apiKey' | 'personalToken'>): Customer {
  const notes: string[] = [];
  const sends = new Map<string, Set<string>>();
  const dictations = new Map<string, number>();
  const wrong: string[] = [];

  async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const headers = { authorization: `Bearer ${stack.personalToken}`, ...more };
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const init = { method, headers, ...(sent ? { body: sent } : {}), signal: AbortSignal.timeout(60_000) };
    const response = await fetch(`${stack.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }

  /** While parts are down, only "come again" is an answer, or no answer at all. */
  function judge(what: string, answer: Pick<Answer, 'status' | 'headers' | 'body'>, good: readonly number[]): void {
    const { status, headers, body } = answer;
    if (good.includes(status)) return;
    if (status === 503 && headers.get('retry-after')) return;
    if (status === 408 || status === 504) return;
    wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }

  async function repeat(everyMs: number, until: AbortSignal, step: () => Promise<void>): Promise<void> {
    const under: Promise<void>[] = [];
    while (!until.aborted) {
      // A connection that breaks off is what a killed process looks like.
      under.push(step().catch(() => {}));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    await Promise.all(under);
  }

  return {
    ...{ notes, sends, dictations, wrong, call },
    uploadNotes: (audio, everyMs, until) =>
      repeat(everyMs, until, async () => {
        const form = new FormData();
        form.append('audio', new Blob([audio], { type: 'audio/flac' }), 'note.flac');
        const answer = await call('POST', '/v1/app/notes', form);
        judge('upload', answer, [202]);
        if (answer.status === 202) notes.push(answer.body.note_id);
      }),
    dictateAll: (choices, everyMs, until) => {
      let turn = 0;
      return repeat(everyMs, until, async () => {
        turn += 1;
        const answer = await dictate(stack, choices[turn % choices.length] ?? {}, {
          signal: AbortSignal.timeout(60_000),
        });
        judge('dictation', answer, [200]);
        const end = answer.body.code ?? String(answer.status);
        dictations.set(end, (dictations.get(end) ?? 0) + 1);
      });
    },
    sendTests: (endpointId, everyMs, until) =>
      repeat(everyMs, until, async () => {
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

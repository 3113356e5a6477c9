import { readFile } from 'node:fs/promises';
import { createCustomer } from '../../test/faults/support/customer.ts';
import type { TestStack } from '../../test/faults/support/stack.ts';
import { dictate, sampleAudio } from '../../test/support/dictate.ts';
import { eventually } from '../../test/support/eventually.ts';
import { startReceiver } from '../../test/support/receiver.ts';

/** So that pages and searches find something. */
const FIRST_NOTES = 30;

/** Something that a caller does again and again. */
export interface Workload {
  readonly name: string;
  /** Does it once, until its whole effect is there. @throws when it was refused */
  once(): Promise<void>;
}

/** Every kind of work that Sotto does for its callers, on a running stack. */
export async function createWorkloads(stack: TestStack): Promise<{ all: Workload[]; stop(): Promise<void> }> {
  const customer = createCustomer(stack);
  const receiver = await startReceiver();
  const speech = await sampleAudio();
  const yes = new Uint8Array(await readFile(new URL('../../test/speech/fixtures/yes.flac', import.meta.url)));
  const { body: endpoint } = await customer.call('POST', '/v1/app/webhook-endpoints', { url: receiver.url });
  const arrived = new Set<string>();
  const awaited = new Map<string, () => void>();
  receiver.answerWith((response, { headers, body }) => {
    response.writeHead(204).end();
    receiver.requests.length = 0; // a soak would fill the memory with them
    for (const id of [String(headers['webhook-id']), String(JSON.parse(body).data.note_id)]) {
      arrived.add(id);
      awaited.get(id)?.();
      awaited.delete(id);
    }
  });

  const ok = (status: number) => {
    if (status >= 300) throw new Error(`Refused with ${status}`);
  };
  /** Waits for a delivery that may have come before its name was known. */
  const delivery = (id: string) =>
    arrived.has(id) ? undefined : new Promise<void>((resolve) => awaited.set(id, resolve));
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('audio', new Blob([yes], { type: 'audio/flac' }), 'note.flac');
    const { status, body } = await customer.call('POST', '/v1/app/notes', form);
    ok(status);
    return body.note_id;
  };
  for (let note = 0; note < FIRST_NOTES; note += 1) await upload();
  await eventually('the first notes are told', () => arrived.size > FIRST_NOTES, { timeoutMs: 120_000 });

  const dictation = (fields: Parameters<typeof dictate>[1]) => async () => ok((await dictate(stack, fields)).status);
  return {
    all: [
      {
        name: 'dictation of text',
        once: dictation({ source: 'format', raw_text: 'um send it to anna comma please period' }),
      },
      { name: 'dictation of 11 s of speech', once: dictation({ source: 'smart', audio: speech }) },
      { name: 'page of notes', once: async () => ok((await customer.call('GET', '/v1/public-api/notes')).status) },
      {
        name: 'search in notes',
        once: async () => ok((await customer.call('GET', '/v1/public-api/notes?q=yes')).status),
      },
      {
        name: 'webhook by hand, until it arrived',
        once: async () => {
          const { status, body } = await customer.call(
            'POST',
            `/v1/app/webhook-endpoints/${endpoint.endpoint_id}/test`,
          );
          ok(status);
          await delivery(body.message_id);
        },
      },
      { name: 'note of 1 s, until its webhook arrived', once: async () => delivery(await upload()) },
    ],
    stop: receiver.stop,
  };
}

import { readFile } from 'node:fs/promises';
import { createCustomer } from '../../test/faults/support/customer.ts';
import type { RunningStack } from '../../test/faults/support/stack.ts';
import { dictate, longSampleAudio } from '../../test/support/dictate.ts';
import { startArrivals } from './arrivals.ts';

/** The number of notes at the start, so that pages and searches find something. */
const FIRST_NOTES = 30;

/** An operation that a caller repeats. */
export interface Workload {
  readonly name: string;
  /**
   * Runs it once and waits for its complete effect.
   * @throws if it was rejected, or its webhook did not arrive
   */
  once(): Promise<void>;
}

/** All workloads of Sotto's callers, on a running stack. */
export async function createWorkloads(
  stack: Pick<RunningStack, 'url' | 'apiKey' | 'personalToken'>,
): Promise<{ all: Workload[]; stop(): Promise<void> }> {
  const customer = createCustomer(stack);
  const arrivals = await startArrivals();
  const speech = await longSampleAudio();
  const yes = new Uint8Array(await readFile(new URL('../../test/speech/fixtures/yes.flac', import.meta.url)));
  const { body: endpoint } = await customer.call('POST', '/v1/app/webhook-endpoints', { url: arrivals.url });

  const ok = (status: number) => {
    if (status >= 300) throw new Error(`Refused with ${status}`);
  };
  const delivery = async (id: string) => {
    if (!(await arrivals.has(id))) throw new Error('A webhook did not arrive');
  };
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.append('audio', new Blob([yes], { type: 'audio/flac' }), 'note.flac');
    const { status, body } = await customer.call('POST', '/v1/app/notes', form);
    ok(status);
    return body.note_id;
  };
  const first: string[] = [];
  while (first.length < FIRST_NOTES) first.push(await upload());
  await Promise.all(first.map(delivery));

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
    stop: arrivals.stop,
  };
}

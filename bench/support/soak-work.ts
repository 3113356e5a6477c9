import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { createWebhooks } from '../../composition/webhooks.ts';
import { createCustomer } from '../../test/faults/support/customer.ts';
import type { RunningStack } from '../../test/faults/support/stack.ts';
import { startArrivals } from './arrivals.ts';

const PAGE = 100;
const FIXTURE = new URL('../../test/speech/fixtures/yes.flac', import.meta.url);

/** The work of a soak test. Each operation waits until its webhook has arrived. */
export interface SoakWork {
  /** An event of a note, started like the last step of the note workflow. */
  event(): Promise<void>;
  /** A note of one second, including its upload. */
  note(): Promise<void>;
  /** The number of webhooks that did not arrive. */
  lost(): number;
  /** Deletes every note, page by page, like a user. */
  removeAll(): Promise<void>;
  stop(): Promise<void>;
}

/** @param temporalAddress of the stack's server */
export async function createSoakWork(
  stack: Pick<RunningStack, 'url' | 'apiKey' | 'personalToken' | 'redis'>,
  temporalAddress: string,
): Promise<SoakWork> {
  const customer = createCustomer(stack);
  const audio = new Uint8Array(await readFile(FIXTURE));
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const { emitNoteEvent } = createWebhooks(
    {
      redis: stack.redis,
      temporal: new Client({ connection }),
      secrets: { secret: 'unused, as no link is signed' },
      now: Date.now,
    },
    { allowNetworks: undefined, allowHttp: false, concurrency: 10 },
  );
  const arrivals = await startArrivals();
  await customer.call('POST', '/v1/app/webhook-endpoints', { url: arrivals.url });
  const { body: me } = await customer.call('GET', '/v1/app/me');
  let lost = 0;
  const arrival = async (id: string) => {
    if (!(await arrivals.has(id))) lost += 1;
  };

  async function upload(): Promise<string> {
    const form = new FormData();
    form.append('audio', new Blob([audio], { type: 'audio/flac' }), 'note.flac');
    const { status, body } = await customer.call('POST', '/v1/app/notes', form);
    if (status !== 202) throw new Error(`An upload was refused with ${status}`);
    return body.note_id;
  }

  const noteId = await upload();
  await arrival(noteId);
  return {
    event: async () => {
      const messageId = `msg_${randomUUID()}`;
      await emitNoteEvent({ userId: me.user_id, noteId, type: 'note.processed', messageId });
      await arrival(messageId);
    },
    note: async () => arrival(await upload()),
    lost: () => lost,
    removeAll: async () => {
      for (;;) {
        const { body } = await customer.call('GET', `/v1/public-api/notes?limit=${PAGE}`);
        const ids = (body.items as { note_id: string }[]).map((note) => note.note_id);
        if (ids.length === 0) return;
        await Promise.all(ids.map((id) => customer.call('DELETE', `/v1/app/notes/${id}`)));
      }
    },
    stop: async () => {
      await connection.close();
      await arrivals.stop();
    },
  };
}

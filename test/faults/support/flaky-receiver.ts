import { createHash } from 'node:crypto';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

/** A receiver that answers slowly, and refuses some messages at their first attempt. */
export interface FlakyReceiver extends Receiver {
  /** How often it answered a message with this status. */
  answers(messageId: string, status: 204 | 500): number;
}

const MAX_DELAY_MS = 400;
const ONE_IN = 4;

/** Its answer depends only on the id of the message. */
export async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const receiver = await startReceiver();
  const given: string[] = [];
  const answers = (messageId: string, status: number) => given.filter((one) => one === `${messageId} ${status}`).length;
  receiver.answerWith(async (response, { headers }) => {
    const messageId = String(headers['webhook-id']);
    const chance = createHash('sha256').update(messageId).digest().readUInt16BE();
    const status = chance % ONE_IN === 0 && answers(messageId, 500) === 0 ? 500 : 204;
    await new Promise((resolve) => setTimeout(resolve, chance % MAX_DELAY_MS));
    given.push(`${messageId} ${status}`);
    response.writeHead(status).end();
  });
  return { ...receiver, answers };
}

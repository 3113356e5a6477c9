import { expect } from 'bun:test';
import type { Redis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { eventually } from '../../support/eventually.ts';
import type { Customer } from './customer.ts';
import { type MailServer, textOf } from './mail-server.ts';

const HOUR_MS = 60 * 60 * 1000;

/** An endpoint whose receiver refuses every event. */
export interface FailingEndpoint {
  readonly endpointId: string;
  /** Makes its failure streak this old. Waits until it has begun. */
  age(hours: number): Promise<void>;
  /** Its user received one warning and one mail that it was disabled, and the link in that mail enables it. */
  expectMailed(mail: MailServer, options: { timeoutMs: number }): Promise<void>;
}

export async function createFailingEndpoint(
  deps: { customer: Customer; redis: Redis; userId: string },
  url: string,
): Promise<FailingEndpoint> {
  const { customer, redis, userId } = deps;
  const endpointId: string = (await customer.call('POST', '/v1/app/webhook-endpoints', { url })).body.endpoint_id;
  const name = keys.webhookEndpoint(userId, endpointId);
  return {
    endpointId,
    age: async (hours) => {
      const options = { timeoutMs: 60_000, intervalMs: 100 };
      await eventually(
        'the streak is older',
        async () => {
          if ((await redis.hexists(name, 'failingSince')) === 0) return false;
          // The next failure triggers the watch, as each hour does.
          await redis.hset(name, { failingSince: Date.now() - hours * HOUR_MS, watchedAt: 0 });
          return true;
        },
        options,
      );
    },
    expectMailed: async (mail, options) => {
      const about = (subject: RegExp) =>
        mail.mails().filter((one) => subject.test(one.source) && one.source.includes(`-${endpointId}-`));
      for (const subject of [/^Subject: .* is failing\r$/m, /^Subject: .* was disabled\r$/m]) {
        await eventually(`a mail ${subject}`, () => about(subject).length > 0, { ...options, intervalMs: 250 });
        // A mail that was sent twice after a crash is shown once.
        const ids = about(subject).map(({ source }) => /^Message-ID: (.*)\r$/im.exec(source)?.[1]);
        expect(new Set(ids).size).toBe(1);
      }
      expect((await customer.call('GET', `/v1/app/webhook-endpoints/${endpointId}`)).body.disabled_reason).toBe(
        'failing',
      );
      const [disabled] = about(/was disabled/);
      const link = /https?:\/\/[^/\s]+(\/v1\/app\/webhook-endpoints\/re-enable\?token=[\w.-]+)/.exec(
        disabled ? textOf(disabled) : '',
      );
      expect(link?.[1]).toBeString();
    },
  };
}

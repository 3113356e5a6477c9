import { expect } from 'bun:test';
import { eventually } from '../../support/eventually.ts';
import { atPace, type Customer, type Pace } from './customer.ts';
import { type MailServer, textOf } from './mail-server.ts';

/** Users who sign in during the chaos. */
export interface SignIns {
  ask(pace: Pace): Promise<void>;
  /** Each address whose request was accepted has received a mail, and the links work. */
  expectMailed(mail: MailServer, options: { timeoutMs: number }): Promise<void>;
}

export function createSignIns(customer: Customer, url: string): SignIns {
  const taken: string[] = [];
  return {
    ask: (pace) =>
      atPace(pace, async () => {
        const email = `${crypto.randomUUID()}@example.org`;
        const answer = await customer.call('POST', '/v1/app/sign-in', { email });
        customer.judge('sign-in', answer, [202]);
        if (answer.status === 202) taken.push(email);
      }),
    expectMailed: async (mail, options) => {
      expect(taken.length).toBeGreaterThan(5);
      const linkOf = (email: string) => {
        const found = mail.mails().findLast(({ to }) => to.includes(email));
        return found && /sign-in\/link\?token=[\w-]+/.exec(textOf(found))?.[0];
      };
      for (const email of taken) {
        const link = await eventually(`a mail to ${email}`, () => linkOf(email), { ...options, intervalMs: 250 });
        const { status, headers } = await fetch(`${url}/v1/app/${link}`, { method: 'POST' });
        expect([status, headers.has('set-cookie')]).toEqual([200, true]);
      }
    },
  };
}

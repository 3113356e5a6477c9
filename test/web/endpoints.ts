import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../support/receiver.ts';
import { visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';

/** What a developer does with a webhook endpoint. */
export function endpointTests({ app, browser }: WebSuite): void {
  describe('a webhook endpoint', () => {
    test('can be disabled and enabled; after a rotation, both secrets verify until the old one expires', async () => {
      const receiver = await startReceiver();
      const { page, faults, context, secret } = await openEndpoint(receiver.url);
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Disabled by you').waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByText('Enabled', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Rotate the secret' }).click();
      await page.getByText(/Requests are also signed with the previous secret until/).waitFor();
      const rotated = (await page.locator('.secret-text').textContent()) ?? '';
      expect(rotated).not.toBe(secret);
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await page.getByText(rotated).count()).toBe(0);
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await eventually('the test event arrived', () => receiver.requests.length === 2);
      const [, sent] = receiver.requests;
      for (const one of [secret, rotated]) {
        const event = new Webhook(one).verify(sent?.body ?? '', sent?.headers as Record<string, string>);
        expect(event).toMatchObject({ type: 'note.processed' });
      }
      expect(faults).toEqual([]);
      await context.close();
      await receiver.stop();
    }, 60_000);

    test('shows the reason of a failed attempt and the target of a redirect, and filters the log', async () => {
      const receiver = await startReceiver();
      const { page, faults, context } = await openEndpoint(receiver.url);
      receiver.answerWith((response) => {
        response.writeHead(302, { location: 'https://moved.example/' }).end();
      });
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await page.getByText('302: Redirected; Sotto does not follow redirects').waitFor();
      await page.getByText('To https://moved.example/').waitFor();
      await page.getByLabel('Outcome').selectOption('Failed');
      await page.getByRole('row').filter({ hasText: 'ping' }).waitFor({ state: 'detached' });
      await eventually('the failed attempt alone is listed', async () => (await page.getByRole('row').count()) === 2);
      await page.getByLabel('Outcome').selectOption('Delivered');
      await page.getByRole('row').filter({ hasText: 'ping' }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
      await receiver.stop();
    }, 60_000);
  });

  async function openEndpoint(url: string) {
    const { session } = await app().signedInUser();
    const visitor = await visit(browser(), app(), { session });
    return { ...visitor, secret: await createEndpoint(visitor.page, url) };
  }
}

async function createEndpoint(page: Page, url: string): Promise<string> {
  await page.goto('/settings/webhooks');
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const secret = (await page.locator('.secret-text').textContent()) ?? '';
  await page.getByRole('row').filter({ hasText: 'ping' }).getByText('Delivered: 204').waitFor();
  return secret;
}

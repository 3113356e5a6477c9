import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';

/** A person and a developer, from the sign-in to a delivery that arrives. */
export function journeyTests({ app, browser }: WebSuite): void {
  describe('a developer', () => {
    test('makes a token that reads notes, and sees a delivery arrive, verified, and once more', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      const token = await createToken(page);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${app().url}/v1/public-api/notes`, { headers })).status).toBe(200);
      await page.getByText(/Last used/).waitFor({ state: 'detached' });

      const secret = await createEndpoint(page, app().receiver.url);
      await page.getByRole('row').filter({ hasText: 'ping' }).getByText('Delivered: 204').waitFor();
      await uploadSample(session);
      const rows = page.getByRole('row').filter({ hasText: 'note.processed' });
      await rows.getByText('Delivered: 204').waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Redeliver note.processed' }).click();
      await rows.filter({ hasText: 'Redelivery' }).getByText('Delivered: 204').waitFor();
      const sent = app().receiver.requests.filter(({ body }) => body.includes('"note.processed"'));
      for (const { body, headers: signed } of sent) {
        const event = new Webhook(secret).verify(body, signed as Record<string, string>);
        expect(event).toMatchObject({ type: 'note.processed' });
      }
      expect(sent.map(({ headers: signed }) => signed['webhook-id'])).toEqual(
        Array(2).fill(sent[0]?.headers['webhook-id']),
      );
      expect(faults).toEqual([]);
      await context.close();
    }, 120_000);
  });

  async function uploadSample(session: string): Promise<void> {
    const body = new FormData();
    body.set('audio', Bun.file(new URL('../../speech/samples/jfk.flac', import.meta.url)));
    const headers = { cookie: `sotto_session=${session}` };
    expect((await fetch(`${app().url}/v1/app/notes`, { method: 'POST', headers, body })).status).toBe(202);
  }
}

async function createToken(page: Page): Promise<string> {
  await page.goto('/settings/tokens');
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  return (await page.locator('.secret-text').textContent()) ?? '';
}

async function createEndpoint(page: Page, url: string): Promise<string> {
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  return (await page.locator('.secret-text').textContent()) ?? '';
}

import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { recordAtLeast } from './support/recorded.ts';
import type { WebSuite } from './support/suite.ts';
import { uploadSample } from './support/upload.ts';

const receivers = new URL('../../docs/receivers/', import.meta.url);

/** The first steps of a user and of a developer: from the sign-in to the first note and the first delivery. */
export function journeyTests({ app, browser }: WebSuite): void {
  describe('a new user', () => {
    test.concurrent('signs in by e-mail, records a note and finds it by a spoken word', async () => {
      const { page, faults, context } = await visit(browser(), app());
      await signIn(page, 'grace@example.org');
      await recordSeconds(page, 5);
      await page.getByRole('link', { name: 'Notes', exact: true }).click();
      const search = page.getByRole('searchbox', { name: 'Search notes' });
      const lines = page.locator('.line');
      await page.locator('.line .state').waitFor({ state: 'detached', timeout: 60_000 });
      await search.fill('xylophone');
      await page.getByText('No matching notes').waitFor();
      await search.fill('country');
      await page.waitForURL(/q=country/);
      await lines.first().click();
      await page
        .locator('.segment')
        .getByText(/country/i)
        .first()
        .waitFor();
      expect(await lines.count()).toBe(1);

      await playAndSeek(page);
      await tagNote(page, 'speeches');
      expect(faults).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('a developer', () => {
    test.concurrent('creates a read token, copies a receiver, and sees a verified delivery, its body and its redelivery', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      const token = await createToken(page);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${app().url}/v1/public-api/notes`, { headers })).status).toBe(200);
      await page.getByText(/Last used/).waitFor({ state: 'detached' });

      const secret = await createEndpoint(page, app().receiver.url);
      await page.getByRole('row').filter({ hasText: 'ping' }).getByText('Delivered: 204').waitFor();
      await uploadSample(app(), session);
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
      await readBody(page);
      await copyReceivers(page);
      expect(faults).toEqual([]);
      await context.close();
    }, 120_000);
  });

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto('/');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
    await page.getByText('A link is on its way').waitFor();
    await page.goto(await app().signInLink(email));
    await page.getByText(email).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No notes yet').waitFor();
  }
}

/** Records until `seconds` of audio are on the device, and waits until the service has the note. */
async function recordSeconds(page: Page, seconds: number): Promise<void> {
  await page.goto('/record');
  await recordAtLeast(page, seconds);
  await page.getByRole('button', { name: 'Finish the recording' }).click();
  await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
}

async function playAndSeek(page: Page): Promise<void> {
  const position = page.getByRole('slider', { name: 'Position' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await eventually('it plays', async () => Number(await position.inputValue()) > 0.1);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await position.fill('3');
  expect(Number(await position.inputValue())).toBeCloseTo(3, 0);
}

async function tagNote(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByLabel('Name of the tag').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove the tag ${name}` }).waitFor();
  await page.locator('.tag-filter').getByRole('button', { name }).waitFor();
}

async function createToken(page: Page): Promise<string> {
  await page.goto('/settings/tokens');
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.locator('.secret-text').textContent()) ?? '';
  const command = (await page.locator('.secret-command').textContent()) ?? '';
  expect(command).toContain(
    `curl -H "Authorization: Bearer ${secret}" ${new URL(page.url()).origin}/v1/public-api/notes`,
  );
  return secret;
}

async function createEndpoint(page: Page, url: string): Promise<string> {
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  return (await page.locator('.secret-text').textContent()) ?? '';
}

async function readBody(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Body of note.processed' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Body of the request' });
  await dialog.getByText('"type": "note.processed"').waitFor();
  await dialog.getByText(/ask not what your country can do for you/i).waitFor();
  await page.keyboard.press('Escape');
}

/** Compares the receivers that the page offers with those of the documentation, which other tests run. */
async function copyReceivers(page: Page): Promise<void> {
  const language = page.getByLabel('Language');
  const shown: string[] = [];
  for (const name of await language.locator('option').allTextContents()) {
    await language.selectOption(name);
    await page.locator('.snippets').getByRole('button', { name: /Cop/ }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe((await page.locator('.snippets code').textContent()) ?? '');
    shown.push(copied);
  }
  const files = ['node.mjs', 'fetch.ts', 'receiver.py', 'go/main.go', 'Receiver.java', 'receiver.php'];
  const documented = await Promise.all(files.map((name) => readFile(new URL(name, receivers), 'utf8')));
  expect(shown.sort()).toEqual(documented.sort());
}

import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { keys } from '../../platform/redis/keys.ts';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import { ownKeys } from './support/own-keys.ts';
import type { WebSuite } from './support/suite.ts';

/** A user's account: tokens, usage, export, sessions and deletion. */
export function accountTests({ app, browser }: WebSuite): void {
  describe('the settings', () => {
    test('create a token with an expiry, and show a token that has expired', async () => {
      const { session, userId } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.goto('/settings/tokens');
      await page.getByText('No tokens yet').waitFor();
      await page.getByLabel('Name').fill('Laptop');
      await page.getByLabel('Expires after').selectOption('30 days');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText(/Expires \w+ \d+/).waitFor();
      const secret = (await page.locator('.secret-text').textContent()) ?? '';
      const headers = { authorization: `Bearer ${secret}` };
      expect((await fetch(`${app().url}/v1/app/me`, { headers })).status).toBe(200);
      const [token = ''] = await app().redis.keys(`v1:{${userId}}:token:*`);
      await app().redis.hset(token, 'expiresAt', 1_000);
      expect((await fetch(`${app().url}/v1/app/me`, { headers })).status).toBe(401);
      await page.reload();
      await page.getByText(/^Expired/).waitFor();
      await page.getByRole('button', { name: 'Revoke Laptop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('No tokens yet').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('show what the user recorded and dictated by day', async () => {
      const { session, userId } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.goto('/settings/usage');
      await page.getByText('No usage in the last 30 days').waitFor();
      const today = new Date().toISOString().slice(0, 10);
      await app().redis.hset(`v1:{${userId}}:usage-day:${today}`, { notes: 2, noteMs: 65_000, dictations: 3 });
      await page.reload();
      await page.getByText('2 notes, 1:05 of speech').waitFor();
      await page.getByText('3 dictations, 0:00 of speech').waitFor();
      await page.getByRole('img', { name: /Notes by day, at most 2, from \w+ \d+ to \w+ \d+/ }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('export everything as a ZIP file, without polling the service, and show it after a reload', async () => {
      const { session, userId, email } = await app().signedInUser();
      await makeNote(app(), userId, { title: 'Grocery list', transcript: 'Milk and honey.' });
      const { page, faults, context } = await visit(browser(), app(), { session });
      const looks: string[] = [];
      page.on('request', (request) => request.url().includes('/exports/') && looks.push(request.url()));
      await page.goto('/settings/data');
      await page.getByRole('button', { name: 'Export my data' }).click();
      const link = page.getByRole('link', { name: 'Download the file' });
      await link.waitFor({ timeout: 30_000 });
      expect(looks.length).toBeLessThanOrEqual(3);
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe('sotto-export.zip');
      const zip = (await readFile(await download.path())).toString('latin1');
      for (const part of ['account.json', email, 'note.json', 'Grocery list', 'Milk and honey.']) {
        expect(zip).toContain(part);
      }
      await page.reload();
      await link.waitFor();
      const running = { exportId: crypto.randomUUID(), status: 'running', createdAt: Date.now() };
      await app().redis.set(keys.accountExport(userId), JSON.stringify(running));
      await page.reload();
      await page.getByText('Preparing the file').waitFor();
      expect(await page.getByRole('button', { name: 'Export my data' }).count()).toBe(0);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('sign out every browser of the user, and no other user', async () => {
      const [ada, bob] = await Promise.all([app().signedInUser(), app().signedInUser()]);
      const second = await app().beginSession(ada.userId);
      const [here, there, his] = await Promise.all(
        [ada.session, second, bob.session].map((session) => visit(browser(), app(), { session })),
      );
      if (!here || !there || !his) throw new Error('No browser was opened');
      await there.page.goto('/settings/account');
      await there.page.getByText(ada.email).first().waitFor();
      await here.page.goto('/settings/account');
      await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await here.page.getByLabel('E-mail').waitFor();
      there.expectFailures();
      await there.page.getByRole('link', { name: 'Tags' }).click();
      await there.page.getByRole('link', { name: 'Webhooks' }).click();
      await there.page.getByLabel('E-mail').waitFor();
      await his.page.goto('/settings/account');
      await his.page.getByText(bob.email).first().waitFor();
      expect([...here.faults, ...there.faults, ...his.faults]).toEqual([]);
      await Promise.all([here, there, his].map(({ context }) => context.close()));
    }, 60_000);

    test('delete the account with all data after the user types the e-mail address', async () => {
      const { session, userId, email } = await app().signedInUser();
      const noteId = await makeNote(app(), userId, { title: 'Diary', transcript: 'Dear diary.' });
      const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
      expectFailures();
      await page.goto(`/notes/${noteId}`);
      await page.getByText('Dear diary.').waitFor();
      await page.goto('/settings/data');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-mail').fill('somebody@example.org');
      await dialog.getByRole('button', { name: 'Delete everything' }).click();
      await dialog.locator('.field-problem').waitFor();
      await dialog.getByLabel('E-mail').fill(email);
      await dialog.getByRole('button', { name: 'Delete everything' }).click();
      await page.getByRole('button', { name: 'Send me a sign-in link' }).waitFor();
      const deleted = async () => (await ownKeys(app().redis, userId, ['rate'])).length === 0;
      await eventually('all is deleted', deleted, { timeoutMs: 30_000, intervalMs: 100 });
      await context.setOffline(true);
      await page.goto('/').catch(() => {}); // the service worker may not have the shell yet
      expect(await page.getByText('Diary').count()).toBe(0);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });
}

import { describe, expect, test } from 'bun:test';
import { accessibilityProblems, visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';

const PHONE_WIDTH = 390;

/** Sign-in links that mail scanners, other devices and other pages open. */
export function signInTests({ app, browser }: WebSuite): void {
  describe('a sign-in link', () => {
    test('that a scanner has read signs in only the device where the user presses the button', async () => {
      const email = `${crypto.randomUUID().slice(0, 8)}@example.org`;
      const desktop = await visit(browser(), app());
      const phone = await visit(browser(), app(), { width: PHONE_WIDTH });
      await desktop.page.goto('/');
      await desktop.page.getByLabel('E-mail').fill(email);
      await desktop.page.getByRole('button', { name: 'Send me a sign-in link' }).click();
      await desktop.page.getByText('Open it on the device where you want to use Sotto').waitFor();
      const link = await app().signInLink(email);
      for (const method of ['HEAD', 'GET', 'GET']) {
        const read = await fetch(link, { method });
        expect({ method, status: read.status, cookie: read.headers.get('set-cookie') }).toEqual({
          ...{ method, status: 200, cookie: null },
        });
      }

      await phone.page.goto(link);
      await phone.page.getByText(`You will be signed in as ${email} in this browser.`).waitFor();
      await phone.page.getByText('on another device, open the link there instead').waitFor();
      expect(await accessibilityProblems(phone.page)).toEqual([]);
      await phone.page.getByRole('button', { name: 'Sign in' }).click();
      await phone.page.getByText('No notes yet').waitFor();

      await desktop.page.goto('/');
      await desktop.page.getByLabel('E-mail').waitFor();
      desktop.expectFailures();
      await desktop.page.goto(link);
      await desktop.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      expect(await accessibilityProblems(desktop.page)).toEqual([]);
      await desktop.page.getByRole('link', { name: 'Open Sotto' }).click();
      await desktop.page.getByLabel('E-mail').waitFor();
      expect([...desktop.faults, ...phone.faults]).toEqual([]);
      await Promise.all([desktop, phone].map(({ context }) => context.close()));
    }, 60_000);

    test('that is opened in another page of the same browser also signs in the page that requested it', async () => {
      const email = `${crypto.randomUUID().slice(0, 8)}@example.org`;
      const { page, context, faults } = await visit(browser(), app());
      await page.goto('/');
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
      const opened = await context.newPage();
      await opened.goto(await app().signInLink(email));
      await opened.getByRole('button', { name: 'Sign in' }).click();
      for (const one of [opened, page]) await one.getByText('No notes yet').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });
}

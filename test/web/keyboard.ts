import { beforeAll, describe, expect, test } from 'bun:test';
import { visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';
import { until } from './support/until.ts';
import { uploadSample } from './support/upload.ts';

/** The app used with only the keyboard, and the app without a connection. */
export function keyboardTests({ app, browser }: WebSuite): void {
  let session: string;
  beforeAll(async () => {
    ({ session } = await app().signedInUser());
    await uploadSample(app(), session);
  });

  describe('with only the keyboard', () => {
    test('a user can find, play, tag, delete and restore a note', async () => {
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.goto('/');
      await page.locator('.line').waitFor();
      await page.locator('.line .state').waitFor({ state: 'detached', timeout: 60_000 });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await page.evaluate(ESCAPE_AND_SEARCH);
      await page.locator('input[type=search]:focus').waitFor();
      await page.keyboard.type('americans');
      await page.keyboard.press('Tab');
      await page.waitForURL(/q=americans/);
      await page.keyboard.press('j');
      await page.waitForURL(/notes\/.*q=americans/);
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      await page.keyboard.press(' ');
      await page.keyboard.press('t');
      await page.keyboard.type('history');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove the tag history' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Delete');
      await page.getByText('No matching notes').waitFor();
      await page.getByRole('button', { name: 'Undo' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove the tag history' }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('a page that the user goes to has the focus and a title, so that Space starts the recording', async () => {
    const { page, faults, context } = await visit(browser(), app(), { session });
    await page.goto('/');
    await page.getByRole('link', { name: 'Record', exact: true }).click();
    await page.getByRole('heading', { name: 'Record', level: 1 }).waitFor();
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('main');
    expect(await page.title()).toBe('Record – Sotto');
    await page.keyboard.press(' ');
    await page.getByText('Recording.', { exact: true }).waitFor();
    await until(page, `document.title === '● Recording – Sotto'`);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test('the app opens without a connection, and shows the notes that were opened on this device', async () => {
    const { page, context, expectFailures } = await visit(browser(), app(), { session });
    await page.goto('/');
    await page.locator('.line .state').waitFor({ state: 'detached', timeout: 60_000 });
    await page.locator('.line').click();
    await page
      .locator('.segment')
      .getByText(/ask not what your country/i)
      .waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    expectFailures();
    await context.setOffline(true);
    await page.reload();
    await page.getByText('No connection.').waitFor();
    await page
      .locator('.segment')
      .getByText(/ask not what your country/i)
      .waitFor();
    await context.close();
  }, 120_000);
}

/** Imitates `Escape` and `/` in quick succession: the dialog is closed, but still has the focus. */
const ESCAPE_AND_SEARCH = `(() => {
  const button = document.querySelector('dialog button');
  button.focus();
  button.closest('dialog').close();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
})()`;

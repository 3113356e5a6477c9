import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { visit } from './support/browser.ts';
import { PAGES } from './support/pages.ts';
import type { WebSuite } from './support/suite.ts';
import { uploadSample } from './support/upload.ts';

/** The app with only the keyboard, and without a connection. */
export function keyboardTests({ app, browser }: WebSuite): void {
  describe('with only the keyboard', () => {
    test('Tab reaches every control on every page, with a visible focus', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      for (const [path, heading] of PAGES) {
        await page.goto(path);
        await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        const wanted = (await page.evaluate(REACHABLE)) as number;
        const found = await tabThrough(page, wanted);
        expect({ path, reached: found.reached, hidden: found.hidden }).toEqual({ path, reached: wanted, hidden: [] });
      }
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test('a user can find, play, tag, delete and restore a note', async () => {
      const { session } = await app().signedInUser();
      await uploadSample(app(), session);
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.goto('/');
      await page.locator('.line').waitFor();
      await page.locator('.line .state').waitFor({ state: 'detached', timeout: 60_000 });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('/');
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

  test('the app opens without a connection, and shows the notes that were opened on this device', async () => {
    const { session } = await app().signedInUser();
    await uploadSample(app(), session);
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

/** Presses Tab until everything was reached or more would not help. */
async function tabThrough(page: Page, wanted: number): Promise<{ reached: number; hidden: readonly string[] }> {
  const reached = new Set<number>();
  const hidden: string[] = [];
  for (let presses = 0; presses < wanted + 5 && reached.size < wanted; presses += 1) {
    await page.keyboard.press('Tab');
    const { index, visible, name } = (await page.evaluate(FOCUSED)) as {
      index: number;
      visible: boolean;
      name: string;
    };
    if (index < 0) continue;
    reached.add(index);
    if (!visible) hidden.push(name);
  }
  return { reached: reached.size, hidden };
}

/** Everything that can be reached; of a group of radio buttons, which arrows go through, the chosen one. */
const ALL = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() && (one.type !== 'radio' || one.checked))`;
const REACHABLE = `${ALL}.length`;
const FOCUSED = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const visible = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  return { index: ${ALL}.indexOf(one), visible, name: one.outerHTML.slice(0, 80) };
})()`;

import { describe, expect, test } from 'bun:test';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import type { WebSuite } from './support/suite.ts';

/** More than fit on one page of the list. */
const NOTES = 35;

/** The list of notes: search, deletion and restoring. */
export function searchTests({ app, browser }: WebSuite): void {
  describe('the list of notes', () => {
    test('shows only the latest search when answers to older searches and their further pages arrive later', async () => {
      const { page, context, faults } = await openList();
      const held: (() => void)[] = [];
      await page.route(/notes\?.*(cursor=|q=mea)/, async (route) => {
        await new Promise<void>((resolve) => held.push(resolve));
        await route.continue().catch(() => {}); // the page may have cancelled it
      });
      await page.getByRole('button', { name: 'Show more notes' }).scrollIntoViewIfNeeded();
      await eventually('the next page is requested', () => held.length === 1);
      const search = page.getByRole('searchbox', { name: 'Search notes' });
      await search.fill('mea');
      await eventually('the search is requested', () => held.length === 2);
      await search.fill('marmalade');
      await page.waitForURL(/q=marmalade/);
      await eventually('one note is found', async () => (await page.locator('.line').count()) === 1);
      const answered = page.waitForResponse(/cursor=/);
      for (const release of held) release();
      await answered;
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await page.locator('.line-title').allTextContents()).toEqual(['About marmalade']);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('still offers to restore a deleted note after its message is gone and the user has visited another page', async () => {
      const { page, context, faults } = await openList();
      await page.goto('/?q=marmalade');
      await page.locator('.line').click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByText('Note deleted').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('link', { name: 'Notes', exact: true }).click();
      await page.getByRole('list', { name: 'Deleted notes' }).getByText('Deleted: About marmalade').waitFor();
      await page.getByRole('button', { name: 'Restore About marmalade' }).click();
      await page.locator('.note h2').getByText('About marmalade').waitFor();
      expect(await page.getByText('Deleted: About marmalade').count()).toBe(0);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });

  async function openList() {
    const { session, userId } = await app().signedInUser();
    await makeNote(app(), userId, { title: 'About marmalade' });
    for (let number = 1; number <= NOTES; number += 1) await makeNote(app(), userId, { title: `Meal ${number}` });
    const visitor = await visit(browser(), app(), { session });
    visitor.expectFailures(); // the notes have no recordings
    await visitor.page.goto('/');
    await visitor.page.locator('.line').first().waitFor();
    return { ...visitor, session };
  }
}

import { describe, expect, test } from 'bun:test';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import type { WebSuite } from './support/suite.ts';

/** More than fit on one page of the list. */
const NOTES = 35;
/** After this pause, the page searches. */
const TYPING_PAUSE_MS = 180;

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

    test('keeps the letters that are typed while a search begins', async () => {
      const { session } = await app().signedInUser();
      const { page, context, faults } = await visit(browser(), app(), { session });
      await page.clock.install();
      await page.goto('/');
      await page.getByText('No notes yet').waitFor();
      const search = page.getByRole('searchbox', { name: 'Search notes' });
      await search.focus();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.keyboard.type('mar');
      await page.clock.runFor(TYPING_PAUSE_MS);
      await page.keyboard.type('malade');
      await page.clock.runFor(TYPING_PAUSE_MS * 2);
      expect(await search.inputValue()).toBe('marmalade');
      expect(new URL(page.url()).search).toBe('?q=marmalade');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.clock.runFor(1_000);
      expect(await search.inputValue()).toBe('');
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('still offers to restore a deleted note after its message is gone, on another page, and after a reload', async () => {
      const { page, context, faults } = await openList();
      await page.goto('/?q=marmalade');
      await page.locator('.line').click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByText('Note deleted').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('link', { name: 'Notes', exact: true }).click();
      const deleted = page.getByRole('list', { name: 'Deleted notes' }).getByText('Deleted: About marmalade');
      await deleted.waitFor();
      await page.reload();
      await deleted.waitFor();
      const other = await context.newPage();
      await other.goto('/');
      await other.getByRole('button', { name: 'Restore About marmalade' }).click();
      await other.locator('.note h2').getByText('About marmalade').waitFor();
      await deleted.waitFor({ state: 'detached' });
      expect(await other.getByText('Deleted: About marmalade').count()).toBe(0);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('offers to restore a deleted note for 10 minutes, and forgets its title then', async () => {
      const { session, userId } = await app().signedInUser();
      const noteId = await makeNote(app(), userId, { title: 'About marmalade' });
      const { page, context, faults, expectFailures } = await visit(browser(), app(), { session });
      expectFailures(); // the note has no recording
      await page.clock.install();
      await page.goto(`/notes/${noteId}`);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const deleted = page.getByText('Deleted: About marmalade');
      await deleted.waitFor();
      await page.clock.runFor(9 * 60_000);
      expect(await deleted.count()).toBe(1);
      await page.clock.runFor(61_000);
      await deleted.waitFor({ state: 'detached' });
      expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain('marmalade');
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

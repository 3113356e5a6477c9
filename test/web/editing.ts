import { describe, expect, test } from 'bun:test';
import { visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import type { WebSuite } from './support/suite.ts';

/** Correcting the text of a note and naming its speakers. */
export function editingTests({ app, browser }: WebSuite): void {
  describe('a transcript', () => {
    test('can be corrected sentence by sentence, and is found by its new words', async () => {
      const { page, faults, context } = await openTalk();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('0:04, Speaker 2').fill('I brought the marmalade.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.segment').getByText('I brought the marmalade.').waitFor();
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('marmalade');
      await page.waitForURL(/q=marmalade/);
      await page.locator('.line').waitFor();
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('cheese');
      await page.getByText('No matching notes').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('has speaker names that the user can set and remove', async () => {
      const { page, faults, context } = await openTalk();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Name of Speaker 1').fill('Ada');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.speaker').getByText('Ada').waitFor();
      expect(await page.locator('.speaker').allTextContents()).toEqual(['Ada', 'Speaker 2']);
      await page.reload();
      await page.locator('.speaker').getByText('Ada').waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Name of Speaker 1').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.speaker').getByText('Speaker 1').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('does not change after Escape, and does not save an empty sentence', async () => {
      const { page, faults, context } = await openTalk();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('0:00, Speaker 1').fill('Something else.');
      await page.keyboard.press('Escape');
      await page.locator('.segment').getByText('Did you bring the bread?').waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('0:00, Speaker 1').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.evaluate<boolean>(`document.querySelector('.editor textarea').validity.valueMissing`)).toBe(
        true,
      );
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });

  async function openTalk() {
    const { session, userId } = await app().signedInUser();
    const segments = [
      { speaker: 'speaker_0', start: 0, end: 3, text: 'Did you bring the bread?' },
      { speaker: 'speaker_1', start: 4, end: 6, text: 'I brought the cheese.' },
    ];
    const transcript = segments.map(({ text }) => text).join(' ');
    const noteId = await makeNote(app(), userId, { title: 'Breakfast', transcript, segments });
    const visitor = await visit(browser(), app(), { session });
    // The note has no recording, and the player reports this.
    visitor.expectFailures();
    await visitor.page.goto(`/notes/${noteId}`);
    await visitor.page.locator('.segment').first().waitFor();
    return visitor;
  }
}

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { ownKeys } from './support/own-keys.ts';
import type { WebSuite } from './support/suite.ts';

/** The microphone speaks the sample from its start, whose second word comes within this time. */
const SPOKEN_MS = 4_500;

/** Dictation with the microphone, the user's dictionary and style. */
export function dictateTests({ app, browser }: WebSuite): void {
  describe('the dictate page', () => {
    test('transcribes speech, copies the text, offers a corrected word for the dictionary, and stores nothing', async () => {
      const { session, userId } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.goto('/dictate');
      const area = page.getByRole('textbox', { name: 'Dictated text' });
      await dictate(page);
      await eventually('the words are written', async () => (await area.inputValue()) !== '', { timeoutMs: 30_000 });
      expect(await area.inputValue()).toMatch(/my fellow american/i);
      await page.getByRole('button', { name: 'Copy' }).click();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(await area.inputValue());

      await area.fill((await area.inputValue()).replace(/americans?/i, 'Amerikanskis'));
      await page.getByRole('button', { name: 'Add “Amerikanskis”' }).click();
      await page.getByText('“Amerikanskis” is in your dictionary').waitFor();
      await page.getByText('Dictionary and style').click();
      expect(await page.getByLabel('Dictionary', { exact: true }).inputValue()).toBe('Amerikanskis');
      await page.getByRole('button', { name: 'Clear' }).click();
      expect(await area.inputValue()).toBe('');
      expect(faults).toEqual([]);
      const kept = await ownKeys(app().redis, userId, ['user', 'session', 'sessions', 'rate', 'usage', 'usage-day']);
      expect(kept).toEqual(['dictation-preferences']);
      await context.close();
    }, 90_000);

    test('saves dictionary, style and language, and rejects an unknown language', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
      await openPreferences(page);
      await page.getByLabel('Dictionary', { exact: true }).fill('Sotto\nsoto = Sotto');
      await page.getByLabel('Style').fill('Keep it formal.');
      await page.getByLabel('Language').fill('en');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await openPreferences(page);
      expect(await page.getByLabel('Dictionary', { exact: true }).inputValue()).toBe('Sotto\nsoto = Sotto');
      expect(await page.getByLabel('Style').inputValue()).toBe('Keep it formal.');
      expect(await page.getByLabel('Language').inputValue()).toBe('en');
      expectFailures();
      await page.getByLabel('Language').fill('not a code!');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.field-problem').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('turns the microphone off when the user leaves it', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.addInitScript(`
        const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wanted) => (globalThis.heard = await open(wanted));
      `);
      await page.goto('/dictate');
      await page.getByRole('button', { name: 'Start dictating' }).click();
      await page.getByText('Listening').waitFor();
      await page.getByRole('link', { name: 'Notes', exact: true }).click();
      const isOff = () => page.evaluate<boolean>(`heard.getTracks().every(({ readyState }) => readyState === 'ended')`);
      await eventually('the microphone is off', isOff);
      await page.getByText('No notes yet').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });
}

/** Speaks until the sample's first words have been said. */
async function dictate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start dictating' }).click();
  await page.getByText('Listening').waitFor();
  const from = await page.evaluate<number>('performance.now()');
  const spokenMs = async () => (await page.evaluate<number>('performance.now()')) - from;
  await eventually('the words are spoken', async () => (await spokenMs()) > SPOKEN_MS);
  await page.getByRole('button', { name: 'End dictating' }).click();
}

async function openPreferences(page: Page): Promise<void> {
  await page.goto('/dictate');
  await page.getByText('Dictionary and style').click();
  await page.getByLabel('Dictionary', { exact: true }).waitFor();
}

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { ownKeys } from './support/own-keys.ts';
import type { WebSuite } from './support/suite.ts';

/** Dictation with the microphone, the user's dictionary and style. */
export function dictateTests({ app, browser }: WebSuite): void {
  describe('the dictate page', () => {
    test('shows words while they are spoken, then the text, also at a second attempt; offers a corrected word for the dictionary; stores nothing', async () => {
      const { session, userId } = await app().signedInUser();
      const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
      await page.goto('/dictate');
      const area = page.getByRole('textbox', { name: 'Dictated text' });
      await page.getByRole('button', { name: 'Start dictating' }).click();
      const words = page.getByTestId('live-words');
      await words.getByText(/country/i).waitFor({ timeout: 30_000 });
      expectFailures();
      await page.route('**/v1/app/dictate', (route) => route.fulfill({ status: 503 }), { times: 1 });
      await page.getByRole('button', { name: 'End dictating' }).click();
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await eventually('the words are written', async () => (await area.inputValue()) !== '', { timeoutMs: 30_000 });
      expect(await area.inputValue()).toMatch(/country/i);
      expect(await words.count()).toBe(0);
      await page.getByRole('button', { name: 'Copy' }).click();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(await area.inputValue());

      await area.fill((await area.inputValue()).replace(/country/i, 'Kountrie'));
      await page.getByRole('button', { name: 'Add “Kountrie”' }).click();
      await page.getByText('“Kountrie” is in your dictionary').waitFor();
      await page.getByText('Dictionary and style').click();
      expect(await page.getByLabel('Dictionary', { exact: true }).inputValue()).toBe('Kountrie');
      await page.getByRole('button', { name: 'Clear' }).click();
      expect(await area.inputValue()).toBe('');
      expect(faults).toEqual([]);
      const kept = await ownKeys(app().redis, userId, ['user', 'session', 'sessions', 'rate', 'usage', 'usage-day']);
      expect(kept).toEqual(['dictation-preferences']);
      await context.close();
    }, 90_000);

    test.concurrent('saves dictionary, style and language, and rejects an unknown language', async () => {
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

    test.concurrent('turns the microphone off when the user leaves it', async () => {
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

    test.concurrent("a page of another site and OpenAI's client in a page need their own credentials for live sessions", async () => {
      const { session, userId } = await app().signedInUser();
      const { url } = app();
      const address = `${url.replace('http', 'ws')}/v1/app/dictate/live`;
      const opens = (headers: Record<string, string>, query = '') =>
        new Promise<boolean>((resolve) => {
          const socket = new WebSocket(`${address}${query}`, { headers } as unknown as string[]);
          socket.onopen = () => {
            socket.close();
            resolve(true);
          };
          socket.onerror = () => resolve(false);
        });
      const cookie = `sotto_session=${session}`;
      expect(await opens({ cookie, origin: url })).toBe(true);
      expect(await opens({ cookie, origin: 'https://evil.example' })).toBe(false);
      expect(await opens({ cookie })).toBe(false);
      expect(await opens({ origin: url })).toBe(false);
      expect(await opens({ cookie, origin: url }, `?sotto-user=${userId}`)).toBe(true);
      expect(await opens({ cookie, origin: url }, `?sotto-user=${crypto.randomUUID()}`)).toBe(false);
    }, 30_000);
  });
}

async function openPreferences(page: Page): Promise<void> {
  await page.goto('/dictate');
  await page.getByText('Dictionary and style').click();
  await page.getByLabel('Dictionary', { exact: true }).waitFor();
}

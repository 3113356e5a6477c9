import { expect, test } from 'bun:test';
import { eventually } from '../support/eventually.ts';
import { accessibilityProblems, visit } from './support/browser.ts';
import { recordAtLeast } from './support/recorded.ts';
import type { WebSuite } from './support/suite.ts';

/** The words that the record page shows while they are spoken. */
export function recordWordsTests({ app, browser }: WebSuite): void {
  test('the record page shows words while they are spoken, and announces only final sentences', async () => {
    const { session } = await app().signedInUser();
    const { page, context, faults } = await visit(browser(), app(), { session });
    const sockets = new Set<{ isClosed(): boolean }>();
    page.on('websocket', (socket) => sockets.add(socket));
    await page.goto('/record');
    await page.getByRole('button', { name: 'Start recording' }).click();
    const words = page.getByTestId('live-words');
    await words.getByText(/country/i).waitFor({ timeout: 30_000 });
    expect(await words.evaluate((element) => element.closest('[aria-live], [role=log], [role=status]') === null)).toBe(
      true,
    );
    const log = page.getByRole('log', { name: 'Recognized text' });
    await log.locator('p').first().waitFor({ state: 'attached', timeout: 30_000 });
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Pause' }).click();
    await eventually('nobody listens', () => sockets.size === 1 && [...sockets].every((socket) => socket.isClosed()));
    expect(await words.textContent()).toMatch(/country/i);
    await page.getByRole('button', { name: 'Resume' }).click();
    await eventually('another session', () => sockets.size === 2);
    await page.getByRole('button', { name: 'Finish the recording' }).click();
    await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
    expect(await words.count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  }, 90_000);

  test.concurrent('a recording becomes a note whatever happens to its live session', async () => {
    const { session } = await app().signedInUser();
    const { page, context, faults } = await visit(browser(), app(), { session });
    let sessions = 0;
    await page.routeWebSocket(/dictate.live/, (socket) => {
      sessions += 1;
      socket.close({ code: 1011 });
    });
    await page.goto('/record');
    await recordAtLeast(page, 2);
    await eventually('a live session', () => sessions === 1);
    await page.getByRole('button', { name: 'Finish the recording' }).click();
    await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });

    await page.getByLabel('Show the words while I speak').uncheck();
    await page.reload();
    await recordAtLeast(page, 1);
    await page.getByRole('button', { name: 'Finish the recording' }).click();
    await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
    expect(sessions).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  }, 90_000);
}

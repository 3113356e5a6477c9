import { expect, test } from 'bun:test';
import { eventually } from '../support/eventually.ts';
import { accessibilityProblems, visit } from './support/browser.ts';
import { webSuite } from './support/suite.ts';

const suite = webSuite();

test('the dictation page shows words while they are spoken, then the text of the dictation', async () => {
  const { session } = await suite.app().signedInUser();
  const { page, context, faults } = await visit(suite.browser(), suite.app(), { session });
  await page.goto('/dictate');
  await page.getByRole('button', { name: 'Start dictating' }).click();
  const words = page.getByTestId('live-words');
  // The microphone speaks the sample again and again, from wherever it is.
  await words.getByText(/country|americans|fellow/i).waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'End dictating' }).click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value.match(/country|americans|fellow/i));
  expect(await words.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('the record page shows words while they are spoken, and announces only final sentences', async () => {
  const { session } = await suite.app().signedInUser();
  const { page, context, faults } = await visit(suite.browser(), suite.app(), { session });
  const sockets = new Set<{ isClosed(): boolean }>();
  page.on('websocket', (socket) => sockets.add(socket));
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  const words = page.getByTestId('live-words');
  await words.getByText(/country|americans|fellow/i).waitFor({ timeout: 30_000 });
  expect(await words.evaluate((element) => element.closest('[aria-live], [role=log], [role=status]') === null)).toBe(
    true,
  );
  const log = page.getByRole('log', { name: 'Recognized text' });
  await log.locator('p').first().waitFor({ state: 'attached', timeout: 30_000 });
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Pause' }).click();
  await eventually('nobody listens', () => sockets.size === 1 && [...sockets].every((socket) => socket.isClosed()));
  expect(await words.textContent()).toMatch(/country|americans|fellow/i);
  await page.getByRole('button', { name: 'Resume' }).click();
  await eventually('another session', () => sockets.size === 2);
  await page.getByRole('button', { name: 'Finish the recording' }).click();
  await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
  expect(await words.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('a recording becomes a note whatever happens to its live session', async () => {
  const { session } = await suite.app().signedInUser();
  const { page, context, faults } = await visit(suite.browser(), suite.app(), { session });
  let sessions = 0;
  await page.routeWebSocket(/dictate.live/, (socket) => {
    sessions += 1;
    socket.close({ code: 1011 });
  });
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await eventually('a live session', () => sessions === 1);
  await page.getByText('Saved on this device up to 0:03').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Finish the recording' }).click();
  await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });

  await page.getByLabel('Show the words while I speak').uncheck();
  await page.reload();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByText('Saved on this device up to 0:01').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Finish the recording' }).click();
  await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
  expect(sessions).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test("a page of another site and OpenAI's client in a page need their own credentials for live sessions", async () => {
  const { session } = await suite.app().signedInUser();
  const { url } = suite.app();
  const address = `${url.replace('http', 'ws')}/v1/app/dictate/live`;
  const opens = (headers: Record<string, string>) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(address, { headers } as unknown as string[]);
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
}, 30_000);

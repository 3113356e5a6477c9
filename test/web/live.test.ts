import { expect, test } from 'bun:test';
import { visit } from './support/browser.ts';
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

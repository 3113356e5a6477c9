import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, visit } from '../support/browser.ts';
import { writeMicrophoneFile } from '../support/microphone.ts';
import { recordAtLeast } from '../support/recorded.ts';
import { until } from '../support/until.ts';
import { OPERATOR_TOKEN, startWebApp } from '../support/web-app.ts';
import { seed } from './seed.ts';

/**
 * Takes a picture of every page, in both colour schemes and two widths: `npm run screenshots [-- <folder>]`, by default
 * those in `docs/app`.
 */

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../../docs/app', import.meta.url)));
const WIDTHS = { narrow: { width: 320, height: 700 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;

await mkdir(folder, { recursive: true });
const app = await startWebApp();
const microphone = join(app.home, 'microphone.wav');
await writeMicrophoneFile(microphone);
const browser = await launchBrowser(microphone);
try {
  const seeded = await seed(app);
  for (const scheme of SCHEMES) {
    for (const [size, viewport] of Object.entries(WIDTHS)) {
      await takeAll(browser, seeded, { scheme, viewport, suffix: `${scheme}-${size}` });
    }
  }
} finally {
  await browser.close();
  await app.stop();
}

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly suffix: string;
}

async function takeAll(from: Browser, seeded: Awaited<ReturnType<typeof seed>>, look: Look): Promise<void> {
  const { session, noteId, endpointId } = seeded;
  const stranger = await visit(from, app, { scheme: look.scheme });
  await open(stranger.page, '/', look);
  await take(stranger.page, 'sign-in', look);
  await open(stranger.page, '/operator', look);
  await take(stranger.page, 'operator-sign-in', look);
  await stranger.page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
  await stranger.page.getByRole('button', { name: 'Open' }).click();
  await stranger.page.getByRole('heading', { name: 'Organizations', exact: true }).waitFor();
  await take(stranger.page, 'operator', look);
  await stranger.context.close();

  const { page, context } = await visit(from, app, { session, scheme: look.scheme });
  await open(page, `/oauth/authorize?${seeded.consent}`, look);
  await page.getByRole('heading', { name: /read your notes/ }).waitFor();
  await take(page, 'consent', look);
  for (const [name, path] of [
    ['notes', '/'],
    ['record', '/record'],
    ['dictate', '/dictate'],
    ...['account', 'tags', 'tokens', 'apps', 'webhooks', 'usage', 'data', 'appearance'].map(
      (section) => [`settings-${section}`, `/settings/${section}`] as const,
    ),
    ['endpoint', `/settings/webhooks/${endpointId}`],
    ['note', `/notes/${noteId}`],
  ] as const) {
    await open(page, path, look);
    if (name === 'note') await playUntilSecondSentence(page);
    await take(page, name, look);
  }
  await open(page, `/settings/webhooks/${endpointId}`, look);
  await page.locator('.snippets').scrollIntoViewIfNeeded();
  await take(page, 'endpoint-code', look);
  await open(page, `/notes/${noteId}`, look);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await take(page, 'shortcuts', look);
  await context.close();
  await takeSpeaking(from, look);
}

async function open(page: Page, path: string, { viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(path);
  // Chromium hides its scrollbars, but keeps the space that the page reserves for one.
  await page.evaluate(`document.documentElement.style.scrollbarGutter = 'auto'`);
  await page.locator('h1:visible, h2:visible').first().waitFor();
  await until(page, `!document.querySelector('.loading')`);
}

/** The pages with speech. They have a user of their own, because they make a note. */
async function takeSpeaking(from: Browser, look: Look): Promise<void> {
  const { session } = await app.signedInUser();
  const { page, context } = await visit(from, app, { session, scheme: look.scheme });
  await open(page, '/dictate', look);
  await page.getByRole('button', { name: 'Start dictating' }).click();
  await page
    .getByTestId('live-words')
    .getByText(/country/i)
    .waitFor({ timeout: 30_000 });
  await take(page, 'dictate-live', look);
  await open(page, '/record', look);
  await recordAtLeast(page, 3);
  await take(page, 'recording', look);
  await context.close();
}

async function playUntilSecondSentence(page: Page): Promise<void> {
  await page.locator('.waveform').waitFor();
  const position = page.getByRole('slider', { name: 'Position' });
  await position.fill('12');
  await position.blur();
}

async function take(page: Page, name: string, { suffix }: Look): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
  await writeFile(join(folder, `${name}-${suffix}.webp`), Buffer.from(data, 'base64'));
}

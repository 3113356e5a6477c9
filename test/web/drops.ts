import { describe, expect, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { notesOf } from './support/notes.ts';
import { sparseFile } from './support/sparse-file.ts';
import type { WebSuite } from './support/suite.ts';

/** The largest file that the service accepts by default. */
const MAX_BYTES = 500_000_000;
const SIZES = [1_001, 1_002, 1_003, 1_004] as const;

/** Files that the user drags onto the page. */
export function dropTests({ app, browser }: WebSuite): void {
  describe('dropped files', () => {
    test.concurrent('become notes on any page, also those of a folder; others are named and not uploaded', async () => {
      const folder = await makeFiles();
      const { session } = await app().signedInUser();
      const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
      await page.goto('/');
      await page.getByText('No notes yet').waitFor();
      await drag(page, ['dragEnter', 'dragOver'], [join(folder, 'one.wav')]);
      await page.getByText('Drop recordings to create notes').waitFor();
      // No further events: the files have left the page.
      await page.getByText('Drop recordings to create notes').waitFor({ state: 'detached' });

      await page.goto('/dictate');
      await page.getByRole('textbox', { name: 'Dictated text' }).waitFor();
      await drop(page, ['one.wav', 'two.mp3', 'slides.pdf', 'notes.txt', 'empty.wav', 'talks'].map(within(folder)));
      await page.locator('.toast').getByText('“slides.pdf” and 1 more file cannot be transcribed').waitFor();
      await page.locator('.toast').getByText('“empty.wav” has no content').waitFor();
      const sizes = async () => (await notesOf(app(), session)).map(({ recording_bytes: bytes }) => bytes).sort();
      await eventually('all are notes', async () => (await sizes()).length >= SIZES.length, { timeoutMs: 30_000 });
      expect(await sizes()).toEqual([...SIZES]);
      await drop(page, [within(folder)('papers')]);
      await page.locator('.toast').getByText('The folder “papers” has no recordings').waitFor();

      expectFailures();
      await drop(page, [await sparseFile(folder, 'too-large.wav', MAX_BYTES + 1)]);
      await page.getByText('Upload failed.').waitFor();
      expect(await sizes()).toEqual([...SIZES]);
      expect(new URL(page.url()).pathname).toBe('/dictate');
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test.concurrent('are not opened by the browser where nothing can be uploaded', async () => {
      const folder = await makeFiles();
      const { page, faults, context } = await visit(browser(), app());
      for (const [path, label] of [
        ['/', 'E-mail'],
        ['/operator', 'Operator token'],
      ] as const) {
        await page.goto(path);
        await page.getByLabel(label).waitFor();
        await page.evaluate(COLLECT_DEFAULTS);
        await drop(page, [within(folder)('one.wav')]);
        const events = await page.evaluate<readonly (readonly string[])[]>('events');
        expect(events.length).toBeGreaterThan(0);
        for (const [, ...outcome] of events) expect(outcome).toEqual(['prevented', 'none']);
        expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
      }
      expect(faults).toEqual([]);
      await context.close();
    }, 30_000);
  });

  /** Recordings of the sizes in `SIZES`, two of them in a folder within a folder, and other files. */
  async function makeFiles(): Promise<string> {
    const folder = join(app().home, crypto.randomUUID());
    await mkdir(join(folder, 'talks', '2026'), { recursive: true });
    await mkdir(join(folder, 'papers'));
    const files = ['one.wav', 'two.mp3', 'talks/three.wav', 'talks/2026/four.wav'];
    await Promise.all(files.map((name, at) => sparseFile(folder, name, SIZES[at] ?? 0)));
    await Promise.all(
      ['slides.pdf', 'notes.txt', 'talks/.DS_Store', 'papers/a.pdf'].map((name) => sparseFile(folder, name, 9)),
    );
    await sparseFile(folder, 'empty.wav', 0);
    return folder;
  }
}

/** Headless Chromium opens no dropped file, so the test reads what would keep a browser with a window from it. */
const COLLECT_DEFAULTS = `
  events = [];
  for (const type of ['dragover', 'drop']) addEventListener(type, ({ defaultPrevented, dataTransfer }) =>
    events.push([type, defaultPrevented ? 'prevented' : 'default', dataTransfer.dropEffect]));
  undefined`;

const within = (folder: string) => (name: string) => join(folder, name);
const MIDDLE = { x: 640, y: 400 };

/** Moves files from outside of the browser over the middle of the page, and drops them there. */
function drop(page: Page, files: readonly string[]): Promise<void> {
  return drag(page, ['dragEnter', 'dragOver', 'drop'], files);
}

async function drag(
  page: Page,
  types: readonly ('dragEnter' | 'dragOver' | 'drop')[],
  files: readonly string[],
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of types) await client.send('Input.dispatchDragEvent', { type, ...MIDDLE, data });
  await client.detach();
}

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { notesOf } from './support/notes.ts';
import { slowDown } from './support/slow-down.ts';
import { sparseFile } from './support/sparse-file.ts';
import type { WebSuite } from './support/suite.ts';

const MEGABYTE = 1_000_000;
/** The largest file that the service accepts by default. */
const LARGE_BYTES = 500 * MEGABYTE;
const SMALL_BYTES = 24 * MEGABYTE;
const SLOW_BYTES_PER_SECOND = 8 * MEGABYTE;

/** Uploads of files, and recordings on a device without free space. */
export function uploadTests({ app, browser }: WebSuite): void {
  describe('an upload', () => {
    test.concurrent('can be paused and resumed, leaves the record button free on a small phone, and becomes one complete note', async () => {
      const { page, faults, context, session } = await open();
      await slowDown(page, SLOW_BYTES_PER_SECOND);
      await choose(page, await sparseFile(app().home, 'paused.wav', SMALL_BYTES));
      const progress = page.getByRole('progressbar', { name: 'Upload of paused.wav' });
      const sent = async () => Number(await progress.getAttribute('value'));
      await eventually('some of it is sent', async () => (await sent()) > SMALL_BYTES / 8);
      await page.getByRole('button', { name: 'Pause paused.wav' }).click();
      await page.getByText('Paused.', { exact: true }).waitFor();
      expect(await notesOf(app(), session)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 700 });
      await page.getByRole('link', { name: 'Record', exact: true }).click();
      // Fails if the list of uploads covers the button.
      await page.getByRole('button', { name: 'Start recording' }).click({ trial: true });
      await page.getByRole('button', { name: 'Resume paused.wav' }).click();
      await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
      expect((await notesOf(app(), session)).map(({ recording_bytes: bytes }) => bytes)).toEqual([SMALL_BYTES]);
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test.concurrent('leaves no data in the browser or the service after a cancellation, and can be started again', async () => {
      const { page, faults, context, session, userId } = await open();
      await slowDown(page, SLOW_BYTES_PER_SECOND);
      const path = await sparseFile(app().home, 'cancelled.wav', SMALL_BYTES);
      await choose(page, path);
      const progress = page.getByRole('progressbar', { name: 'Upload of cancelled.wav' });
      await eventually(
        'some of it is sent',
        async () => Number(await progress.getAttribute('value')) > SMALL_BYTES / 3,
      );
      await page.getByRole('button', { name: 'Cancel cancelled.wav' }).click();
      await progress.waitFor({ state: 'detached' });
      const uploads = () => app().redis.keys(`v1:{${userId}}:upload:*`);
      await eventually('the service has removed it', async () => (await uploads()).length === 0);
      expect(await notesOf(app(), session)).toEqual([]);
      await slowDown(page, -1);
      await choose(page, path);
      await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
      expect(await notesOf(app(), session)).toHaveLength(1);
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test('accepts a file of 500 MB, and rejects a larger one by name', async () => {
      const { page, faults, context, session, expectFailures } = await open();
      await choose(page, await sparseFile(app().home, 'lecture.wav', LARGE_BYTES));
      await page.getByText('Saved as a note').waitFor({ timeout: 80_000 });
      expect((await notesOf(app(), session)).map(({ recording_bytes: bytes }) => bytes)).toEqual([LARGE_BYTES]);
      expectFailures();
      await choose(page, await sparseFile(app().home, 'too-large.wav', LARGE_BYTES + 1));
      await page.getByText('Upload failed.').waitFor();
      expect(await notesOf(app(), session)).toHaveLength(1);
      expect(faults).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('a device without free space starts no recording, and keeps the pending one', async () => {
    const { session, userId } = await app().signedInUser();
    const { page, faults, context } = await visit(browser(), app(), { session });
    // Before the first page opens, because Chromium caches the amount of free space for a while.
    const client = await context.newCDPSession(page);
    await client.send('Storage.overrideQuotaForOrigin', { origin: app().url, quotaSize: MEGABYTE });
    await page.goto('/');
    await page.getByText('No notes yet').waitFor();
    await page.evaluate(keepInterruptedRecording(userId));
    await page.goto('/record');
    await page.getByText('A recording was interrupted').waitFor();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('This device does not have enough free space for a recording').waitFor();
    expect(await page.evaluate<number>(COUNT_CHUNKS)).toBe(1);
    await page.reload();
    await page.getByText('A recording was interrupted').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  async function open() {
    const user = await app().signedInUser();
    const visitor = await visit(browser(), app(), { session: user.session });
    await visitor.page.goto('/');
    await visitor.page.getByText('No notes yet').waitFor();
    return { ...visitor, ...user };
  }
}

const choose = (page: Page, path: string) => page.getByLabel('Recordings to upload').setInputFiles(path);

const OPEN = `const ask = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const db = await ask(indexedDB.open('sotto'));`;

/** Stores what a page leaves behind when it is closed during a recording. */
const keepInterruptedRecording = (userId: string) => `(async () => {
  ${OPEN}
  const recordingId = crypto.randomUUID();
  const transaction = db.transaction(['recordings', 'chunks'], 'readwrite');
  const recording = { recordingId, userId: '${userId}', startedAt: Date.now(), contentType: 'audio/webm', complete: false };
  await ask(transaction.objectStore('recordings').put(recording));
  const chunk = { recordingId, position: 0, bytes: new ArrayBuffer(1024), untilMs: 1000 };
  await ask(transaction.objectStore('chunks').put(chunk));
  db.close();
})()`;

const COUNT_CHUNKS = `(async () => {
  ${OPEN}
  const count = await ask(db.transaction('chunks').objectStore('chunks').count());
  db.close();
  return count;
})()`;

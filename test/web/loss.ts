import { beforeAll, describe, expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { type Visitor, visit } from './support/browser.ts';
import { killTab } from './support/kill-tab.ts';
import { notesOf, processedNotesOf } from './support/notes.ts';
import { recordAtLeast, recordedAtLeast } from './support/recorded.ts';
import { slowDown } from './support/slow-down.ts';
import type { WebSuite } from './support/suite.ts';

const RECORDED_SECONDS = 20;
/** More than a block has, which lasts 20 or 60 ms at the recorder's bit rate. */
const BLOCK_BYTES = 1_024;
const UPLOAD_BYTES = 16 * 1024 * 1024;
/** Slow enough that the test can stop the API during the upload. */
const UPLOAD_BYTES_PER_SECOND = 4 * 1024 * 1024;

/** Each recording becomes exactly one note without a lost byte, whatever fails. */
export function lossTests({ app, browser }: WebSuite): void {
  describe('a recording', () => {
    let user: { readonly session: string };
    let visitor: Visitor;
    // This recording runs during the other tests, so that no test waits for its 20 seconds.
    beforeAll(async () => {
      user = await app().signedInUser();
      visitor = await visit(browser(), app(), user);
      await visitor.page.addInitScript(`localStorage.setItem('sotto.live-words', 'off')`);
      await visitor.page.goto('/record');
      await recordAtLeast(visitor.page, 1);
      visitor.expectFailures(); // another test stops the API meanwhile
    }, 60_000);

    test('becomes one complete note after the API stops during its upload', async () => {
      const user = await app().signedInUser();
      const { page, context, faults, expectFailures } = await visit(browser(), app(), user);
      expectFailures();
      await page.goto('/');
      await slowDown(page, UPLOAD_BYTES_PER_SECOND);
      const file = silence(UPLOAD_BYTES);
      const path = join(app().home, 'lecture.wav');
      await writeFile(path, file);
      await page.getByLabel('Recordings to upload').setInputFiles(path);
      const progress = page.getByRole('progressbar', { name: 'Upload of lecture.wav' });
      await eventually('some of it is sent', async () => {
        const sent = Number(await progress.getAttribute('value'));
        return sent > UPLOAD_BYTES / 8 && sent < UPLOAD_BYTES;
      });
      await app().killApi();
      await app().startApi();
      await page.getByText('Saved as a note').waitFor({ timeout: 60_000 });
      const notes = await notesOf(app(), user.session);
      expect(notes).toHaveLength(1);
      expect(notes[0]?.recording_bytes).toBe(UPLOAD_BYTES);
      expect((await download(notes[0]?.recording_url)).equals(file)).toBe(true);
      expect(faults).toEqual([]);
      await context.close();
    }, 180_000);

    test.concurrent('continues when the session expires, and becomes one note when the user signs in again', async () => {
      const ada = await app().signedInUser();
      const { page, context, faults, expectFailures } = await visit(browser(), app(), ada);
      await page.goto('/record');
      await recordAtLeast(page, 1);
      expectFailures();
      await endSessions(ada.userId);
      await page.getByText('You were signed out. The recording continues on this device.').waitFor();
      await recordedAtLeast(page, 4);
      await page.getByRole('button', { name: 'Finish the recording' }).click();
      await page.getByLabel('E-mail').waitFor();
      expect((await recordingOnDevice(page)).untilMs).toBeGreaterThanOrEqual(4_000);
      const session = await app().beginSession(ada.userId);
      await context.addCookies([{ name: 'sotto_session', value: session, url: app().url }]);
      await page.goto('/');
      const [note] = await processedNotesOf(app(), session, 1);
      expect(note?.duration_seconds).toBeGreaterThanOrEqual(3);
      await eventually('it has left the device', async () => (await recordingOnDevice(page)).file.length === 0);
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test.concurrent('ends when another user signs in on another page after the session expired, and stays for its owner', async () => {
      const [ada, bob] = await Promise.all([app().signedInUser(), app().signedInUser()]);
      const { page, context, faults, expectFailures } = await visit(browser(), app(), ada);
      await page.goto('/record');
      await recordAtLeast(page, 1);
      expectFailures();
      await endSessions(ada.userId);
      await page.getByText('You were signed out. The recording continues on this device.').waitFor();
      await context.addCookies([{ name: 'sotto_session', value: bob.session, url: app().url }]);
      const other = await context.newPage();
      await other.goto('/');
      await page.getByRole('button', { name: 'Start recording' }).waitFor();
      expect((await recordingOnDevice(page)).untilMs).toBeGreaterThanOrEqual(1_000);
      expect(await notesOf(app(), bob.session)).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test.concurrent('becomes exactly one note when two pages record at once without a connection', async () => {
      const ada = await app().signedInUser();
      const { page, context, faults, expectFailures } = await visit(browser(), app(), ada);
      const other = await context.newPage();
      await page.goto('/record');
      await other.goto('/record');
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      expectFailures();
      await context.setOffline(true);
      await Promise.all([recordAtLeast(page, 2), recordAtLeast(other, 2)]);
      for (const one of [page, other]) {
        await one.getByRole('button', { name: 'Finish the recording' }).click();
        await one.getByText('Safe on this device').waitFor({ timeout: 30_000 });
      }
      // Each page shows its own recording. After a reload, this page shows both.
      await page.reload();
      await eventually('both wait', async () => (await page.getByText('Safe on this device').count()) === 2, {
        timeoutMs: 30_000,
      });
      await context.setOffline(false);
      await processedNotesOf(app(), ada.session, 2);
      await eventually('both have left the device', async () => (await recordingOnDevice(page)).file.length === 0);
      expect(await notesOf(app(), ada.session)).toHaveLength(2);
      expect(faults).toEqual([]);
      await context.close();
    }, 120_000);

    test('becomes one complete note after its tab is killed and the network fails', async () => {
      const { page, context, faults } = visitor;
      await recordedAtLeast(page, RECORDED_SECONDS);
      await killTab(page);
      await page.close();

      const next = await context.newPage();
      await next.goto('/');
      await next.getByText('A recording was interrupted').waitFor();
      const kept = await recordingOnDevice(next);
      expect(kept.untilMs).toBeGreaterThanOrEqual(RECORDED_SECONDS * 1000);
      await context.setOffline(true);
      await next.getByRole('button', { name: 'Save as a note' }).click();
      await next.getByText('Safe on this device').waitFor({ timeout: 30_000 });
      await next.reload().catch(() => {}); // it fails if the service worker does not answer yet; the page then stays as it was
      await context.setOffline(false);
      await next.goto('/');
      const notes = await processedNotesOf(app(), user.session, 1);
      expect(notes[0]?.duration_seconds).toBeGreaterThanOrEqual(RECORDED_SECONDS - 1);
      // The tab may be killed while the recorder writes a block. An incomplete block cannot be played, so it is not uploaded.
      const uploaded = await download(notes[0]?.recording_url);
      expect(kept.file.subarray(0, uploaded.length).equals(uploaded)).toBe(true);
      expect(kept.file.length - uploaded.length).toBeLessThan(BLOCK_BYTES);
      await eventually('it has left the device', async () => (await recordingOnDevice(next)).file.length === 0);
      expect(faults).toEqual([]);
      await context.close();
    }, 180_000);
  });

  /** Ends all sessions of a user, as another browser of theirs does. */
  async function endSessions(userId: string): Promise<void> {
    const headers = { cookie: `sotto_session=${await app().beginSession(userId)}` };
    expect((await fetch(`${app().url}/v1/app/sessions`, { method: 'DELETE', headers })).status).toBe(204);
  }
}

async function download(url: string | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
}

/** The recordings in the browser's database, read without the app. */
async function recordingOnDevice(page: Page): Promise<{ file: Buffer; untilMs: number }> {
  const { base64, untilMs } = (await page.evaluate(READ_DATABASE)) as { base64: string; untilMs: number };
  return { file: Buffer.from(base64, 'base64'), untilMs };
}

const READ_DATABASE = `(async () => {
  const ask = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await ask(indexedDB.open('sotto'));
  const chunks = await ask(db.transaction('chunks').objectStore('chunks').getAll());
  db.close();
  const file = await new Blob(chunks.map(({ bytes }) => bytes)).bytes();
  return { base64: file.toBase64(), untilMs: Math.max(0, ...chunks.map(({ untilMs }) => untilMs)) };
})()`;

/** A silent WAV file of `bytes` bytes: mono, 96 kHz, 16 bits. At this high rate, it lasts only a short time. */
function silence(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(bytes - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(96_000, 24);
  file.writeUInt32LE(192_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes - 44, 40);
  return file;
}

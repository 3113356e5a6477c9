import { describe, expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { recordAtLeast } from './support/recorded.ts';
import { slowDown } from './support/slow-down.ts';
import type { WebSuite } from './support/suite.ts';

const RECORDED_SECONDS = 8;
/** More than a block of 20 or 60 ms has at the recorder's rate. */
const BLOCK_BYTES = 1_024;
const UPLOAD_BYTES = 16 * 1024 * 1024;
/** Slow enough that the API can be ended in the middle. */
const UPLOAD_BYTES_PER_SECOND = 4 * 1024 * 1024;

/** Whatever breaks, no byte of a recording is lost, and it becomes one note. */
export function lossTests({ app, browser }: WebSuite): void {
  describe('a recording', () => {
    test('becomes one complete note after its tab is killed and the network fails', async () => {
      const user = await app().signedInUser();
      const { page, context, faults, expectFailures } = await visit(browser(), app(), user);
      await page.goto('/record');
      await recordAtLeast(page, RECORDED_SECONDS);
      await killTab(page);
      await page.close();

      const next = await context.newPage();
      await next.goto('/');
      await next.getByText('A recording was interrupted').waitFor();
      const kept = await recordingOnDevice(next);
      expect(kept.untilMs).toBeGreaterThanOrEqual(RECORDED_SECONDS * 1000);
      expectFailures();
      await context.setOffline(true);
      await next.getByRole('button', { name: 'Save as a note' }).click();
      await next.getByText('Safe on this device').waitFor({ timeout: 30_000 });
      await next.reload().catch(() => {}); // the service worker answers; without it the page stays as it was
      await context.setOffline(false);
      await next.goto('/');
      const notes = await processedNotesOf(user.session, 1);
      expect(notes[0]?.duration_seconds).toBeGreaterThanOrEqual(RECORDED_SECONDS - 1);
      // The tab may die while the recorder writes a block: of that one half is nothing that can be heard.
      const uploaded = await download(notes[0]?.recording_url);
      expect(kept.file.subarray(0, uploaded.length).equals(uploaded)).toBe(true);
      expect(kept.file.length - uploaded.length).toBeLessThan(BLOCK_BYTES);
      await eventually('it has left the device', async () => (await recordingOnDevice(next)).file.length === 0);
      expect(faults).toEqual([]);
      await context.close();
    }, 180_000);

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
      const notes = await notesOf(user.session);
      expect(notes).toHaveLength(1);
      expect(notes[0]?.recording_bytes).toBe(UPLOAD_BYTES);
      expect((await download(notes[0]?.recording_url)).equals(file)).toBe(true);
      expect(faults).toEqual([]);
      await context.close();
    }, 180_000);
  });

  interface Note {
    readonly note_id: string;
    readonly status: string;
    readonly duration_seconds: number | null;
    readonly recording_bytes: number;
    readonly recording_url: string;
  }

  async function get(session: string, path: string): Promise<unknown> {
    const response = await fetch(`${app().url}/v1/app${path}`, { headers: { cookie: `sotto_session=${session}` } });
    return response.json();
  }

  /** The user's notes, in full. */
  async function notesOf(session: string): Promise<readonly Note[]> {
    const { items } = (await get(session, '/notes')) as { items: Note[] };
    return Promise.all(items.map(({ note_id: id }) => get(session, `/notes/${id}`) as Promise<Note>));
  }

  /** The same once there are so many and all are processed. */
  async function processedNotesOf(session: string, count: number): Promise<readonly Note[]> {
    const isDone = ({ status }: Note) => status !== 'processing';
    const found = await eventually(
      'the notes are there',
      async () => {
        const notes = await notesOf(session);
        return notes.length >= count && notes.every(isDone) ? notes : undefined;
      },
      { timeoutMs: 90_000, intervalMs: 250 },
    );
    expect(found).toHaveLength(count);
    return found;
  }
}

async function download(url: string | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
}

/** Ends the page's process as a crash does: nothing of the page runs any more. */
async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => {}); // nobody is left to answer
  await crashed;
}

/** What the browser's own database holds of recordings, read past the app. */
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

/** A WAV file of so many bytes: mono, 96 kHz, 16 bits, without a sound. Its rate keeps it short. */
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

import { describe, expect, test } from 'bun:test';
import { visit } from './support/browser.ts';
import { processedNotesOf } from './support/notes.ts';
import { recordAtLeast } from './support/recorded.ts';
import type { WebSuite } from './support/suite.ts';

/** With this script, a test can refuse access to the microphone and unplug it. */
const CONTROL_MICROPHONE = `
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (globalThis.refusal) throw new DOMException('', globalThis.refusal);
    globalThis.microphone = await open(wanted);
    if (globalThis.unpluggedAtOnce) for (const track of microphone.getTracks()) track.stop();
    return microphone;
  };`;
const UNPLUG = `for (const track of microphone.getTracks()) {
  track.stop();
  track.dispatchEvent(new Event('ended'));
}`;

/** Microphones that are blocked, missing, in use or unplugged. */
export function microphoneTests({ app, browser }: WebSuite): void {
  describe('the recorder', () => {
    test.concurrent('shows why it cannot start, and keeps what was recorded until the microphone was unplugged', async () => {
      const { session } = await app().signedInUser();
      const { page, context, faults } = await visit(browser(), app(), { session });
      await page.addInitScript(CONTROL_MICROPHONE);
      await page.goto('/record');
      const start = page.getByRole('button', { name: 'Start recording' });
      for (const [refusal, message] of [
        ['NotAllowedError', 'The browser blocks the microphone. Allow it in the address bar'],
        ['NotFoundError', 'No microphone was found'],
        ['NotReadableError', 'The microphone is in use by another program'],
      ]) {
        await page.evaluate(`refusal = '${refusal}'`);
        await start.click();
        await page
          .getByRole('alert')
          .getByText(message ?? '')
          .waitFor();
      }
      await page.evaluate(`refusal = ''; unpluggedAtOnce = true`);
      await start.click();
      await page.getByRole('alert').getByText('The microphone could not be started').waitFor();
      await page.evaluate('unpluggedAtOnce = false');
      await recordAtLeast(page, 2);
      await page.evaluate(UNPLUG);
      await page
        .getByRole('alert')
        .getByText('The microphone was disconnected. The recording so far is saved')
        .waitFor();
      await page.getByText('Saved as a note').waitFor({ timeout: 30_000 });
      const [note] = await processedNotesOf(app(), session, 1);
      expect(note?.duration_seconds).toBeGreaterThanOrEqual(1);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });
}

import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import { resize } from './support/resize.ts';
import type { WebSuite } from './support/suite.ts';
import { OPERATOR_TOKEN } from './support/web-app.ts';

/** In pixels, from the smallest phone to 4K. */
const WIDTHS = [320, 390, 800, 1440, 3840] as const;
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3);

/** The layout of pages with content at every width, and their animations. */
export function layoutTests({ app, browser }: WebSuite): void {
  describe('the layout', () => {
    test('does not scroll sideways from 320 pixels to 4K, with long words, and axe finds nothing', async () => {
      const { session, userId } = await app().signedInUser();
      const noteId = await makeNote(app(), userId, {
        title: LONG_WORD,
        summary: LONG_WORD,
        transcript: LONG_WORD,
        segments: [{ speaker: 'speaker_0', start: 0, end: 1, text: LONG_WORD }],
      });
      const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
      expectFailures(); // the note has no recording
      const endpointId = await createEndpoint(session);
      for (const [path, content] of [
        [`/notes/${noteId}`, '.segment'],
        [`/settings/webhooks/${endpointId}`, '.attempts table'],
      ] as const) {
        await page.goto(path);
        await page.locator(content).first().waitFor();
        expect({ path, tooNarrow: await widthsThatScroll(page) }).toEqual({ path, tooNarrow: [] });
        expect({ path, problems: await accessibilityProblems(page) }).toEqual({ path, problems: [] });
      }
      // The size of the text, from which all other sizes follow.
      expect(await page.evaluate<string>('getComputedStyle(document.body).fontSize')).toBe('24px');
      await resize(page, 1280);
      expect(await page.evaluate<string>('getComputedStyle(document.body).fontSize')).toBe('16px');
      await page.goto('/operator');
      await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('heading', { name: 'Organizations', exact: true }).waitFor();
      expect(await widthsThatScroll(page)).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test('has no animations for users who prefer reduced motion', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session });
      await page.goto('/record');
      await page.getByRole('button', { name: 'Start recording' }).click();
      await page.getByText('Recording.', { exact: true }).waitFor();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      expect(await page.evaluate<number>(LONGEST_MOTION_SECONDS)).toBeGreaterThan(0.1);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await page.evaluate<number>(LONGEST_MOTION_SECONDS)).toBeLessThan(0.001);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });

  async function createEndpoint(session: string): Promise<string> {
    const headers = { cookie: `sotto_session=${session}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      url: `${app().receiver.url}/${LONG_WORD}`,
      description: LONG_WORD,
      event_types: ['note.failed'],
    });
    const response = await fetch(`${app().url}/v1/app/webhook-endpoints`, { method: 'POST', headers, body });
    return ((await response.json()) as { endpoint_id: string }).endpoint_id;
  }
}

async function widthsThatScroll(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const width of WIDTHS) {
    await resize(page, width);
    const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
      '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
    );
    if (scrollWidth > clientWidth) found.push(width);
  }
  return found;
}

const LONGEST_MOTION_SECONDS = `Math.max(...[...document.querySelectorAll('*')].flatMap((one) =>
  [getComputedStyle(one), getComputedStyle(one, '::before'), getComputedStyle(one, '::after')].flatMap((style) =>
    [style.transitionDuration, style.animationDuration].flatMap((list) => list.split(', ').map(parseFloat)))))`;

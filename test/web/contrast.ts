import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import type { WebSuite } from './support/suite.ts';
import { until } from './support/until.ts';

/** The app with forced colours, as Windows's contrast themes set them. They remove backgrounds and shadows. */
export function contrastTests({ app, browser }: WebSuite): void {
  test('with forced colours, the current item, the focus and every button are visible without backgrounds', async () => {
    const { session, userId } = await app().signedInUser();
    const segments = [{ speaker: null, start: 0, end: 1, text: 'Good morning.' }];
    const noteId = await makeNote(app(), userId, { title: 'Morning', transcript: 'Good morning.', segments });
    const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
    expectFailures(); // the note has no recording
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(`/notes/${noteId}`);
    await page.locator('.segment').waitFor();
    const accent = await page.evaluate<string>(SYSTEM_COLOR('Highlight'));
    for (const current of ['.place[aria-current]', '.line[aria-current]']) {
      expect({ current, ...(await outlineOf(page, current)) }).toEqual({ current, style: 'solid', color: accent });
    }
    expect(await page.evaluate<string[]>(BUTTONS_WITHOUT_BORDER)).toEqual([]);
    await page.locator('.line').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    // The mark of the current item does not replace the ring of the focus, which is wider.
    await until(page, `document.querySelector('.line:focus-visible') !== null`);
    await until(page, `getComputedStyle(document.activeElement).outlineWidth === '3px'`);

    await page.goto('/record');
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(await page.evaluate<string[]>(BUTTONS_WITHOUT_BORDER)).toEqual([]);
    const text = await page.evaluate<string>(SYSTEM_COLOR('CanvasText'));
    expect(await page.evaluate<string>(`getComputedStyle(document.querySelector('.level path')).stroke`)).toBe(text);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);
}

function outlineOf(page: Page, selector: string): Promise<{ style: string; color: string }> {
  return page.evaluate(`(({ outlineStyle, outlineColor }) => ({ style: outlineStyle, color: outlineColor }))(
    getComputedStyle(document.querySelector('${selector}')))`);
}

/** The value of a system colour with the forced colours. */
const SYSTEM_COLOR = (name: string) => `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.setProperty('outline', '1px solid ${name}');
  const { outlineColor } = getComputedStyle(probe);
  probe.remove();
  return outlineColor;
})()`;

/** Visible buttons that show neither a border nor underlined or plain text. */
const BUTTONS_WITHOUT_BORDER = `[...document.querySelectorAll('button, .button')].filter((button) => {
  const { borderTopStyle, borderTopWidth } = getComputedStyle(button);
  const isText = button.matches('.link-button, .segment');
  return button.checkVisibility() && !isText && (borderTopStyle === 'none' || borderTopWidth === '0px');
}).map((button) => button.outerHTML.slice(0, 120))`;

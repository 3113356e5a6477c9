import { expect, test } from 'bun:test';
import { visit } from './support/browser.ts';
import { makeNote } from './support/make-note.ts';
import type { WebSuite } from './support/suite.ts';

const ARABIC = {
  title: 'اجتماع الميزانية',
  summary: 'اتفقنا على شراء الخبز.',
  transcript: 'صباح الخير.',
  language: 'ar',
  segments: [{ speaker: 'speaker_0', start: 0, end: 1, text: 'صباح الخير.' }],
} as const;
const ENGLISH = {
  title: 'Budget meeting',
  summary: 'We agreed to buy bread.',
  transcript: 'Good morning.',
  segments: [{ speaker: 'speaker_0', start: 0, end: 1, text: 'Good morning.' }],
} as const;
const TEXTS = ['.note h2', '.summary p', '.segment-text'] as const;

/** The language and the direction of texts. */
export function languageTests({ app, browser }: WebSuite): void {
  test('each text of a note has its language and its own direction, also while it is edited', async () => {
    const { session, userId } = await app().signedInUser();
    const [arabic, english, unnamed] = await Promise.all(
      [ARABIC, ENGLISH, { ...ARABIC, title: null }].map((change) => makeNote(app(), userId, change)),
    );
    const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
    expectFailures(); // the notes have no recordings
    const look = () => page.evaluate<[string, string, string][]>(LOOK);

    await page.goto(`/notes/${arabic}`);
    await page.locator('.segment').waitFor();
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
    expect(await look()).toEqual([
      ['.note h2', 'ar', 'fills'],
      ['.summary p', 'ar', 'fills'],
      ['.segment-text', 'ar', 'right'],
    ]);
    const lines = await page.evaluate<[string, string][]>(LOOK_AT_LINES);
    expect(Object.fromEntries(lines)).toMatchObject({ [ARABIC.title]: 'right', [ENGLISH.title]: 'left' });
    for (const [button, field] of [
      ['Edit the title', 'Title'],
      ['Edit the summary', 'Summary'],
      ['Edit', '0:00, Speaker 1'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const { lang, start } = await page.getByRole('textbox', { name: field, exact: true }).evaluate((area) => ({
        lang: (area as unknown as { lang: string }).lang,
        start: getComputedStyle(area).unicodeBidi,
      }));
      expect({ field, lang, start }).toEqual({ field, lang: 'ar', start: 'plaintext' });
      await page.keyboard.press('Escape');
    }

    await page.goto(`/notes/${english}`);
    await page.locator('.segment').waitFor();
    expect(await look()).toEqual([
      ['.note h2', 'en', 'fills'],
      ['.summary p', 'en', 'fills'],
      ['.segment-text', 'en', 'left'],
    ]);
    await page.goto(`/notes/${unnamed}`);
    await page.locator('.segment').waitFor();
    expect(await page.locator('.note h2').getAttribute('lang')).toBeNull(); // the title is the app's, in English
    expect((await look())[0]).toEqual(['.note h2', 'en', 'fills']);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);
}

/** The side of its element at which a text begins. An element that is as wide as its text has none. */
const SIDE = `const sideOf = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  const style = getComputedStyle(element);
  const inner = (side) => parseFloat(style['padding' + side]) + parseFloat(style['border' + side + 'Width']);
  const [before, after] = [text.left - box.left - inner('Left'), box.right - text.right - inner('Right')];
  if (Math.abs(before - after) < 2) return 'fills';
  return before > after ? 'right' : 'left';
};`;

/** Each text of the note, the language that applies to it, and its side. */
const LOOK = `(() => {
  ${SIDE}
  return ${JSON.stringify(TEXTS)}.map((selector) => {
    const element = document.querySelector(selector);
    return [selector, element.closest('[lang]').lang, sideOf(element)];
  });
})()`;

const LOOK_AT_LINES = `(() => {
  ${SIDE}
  return [...document.querySelectorAll('.line-title')].map((title) => [title.textContent, sideOf(title)]);
})()`;

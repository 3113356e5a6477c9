import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { accessibilityProblems, type Visitor, visit } from './support/browser.ts';
import { PAGES } from './support/pages.ts';
import { resize } from './support/resize.ts';
import type { WebSuite } from './support/suite.ts';
import { tabThrough } from './support/tab-through.ts';

const MAX_FIRST_LOAD_BYTES = 60 * 1024;

/** Checks that apply to every page. */
export function pageTests({ app, browser }: WebSuite): void {
  describe('a page', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      const { session } = await app().signedInUser();
      visitor = await visit(browser(), app(), { session });
    });
    afterAll(() => visitor.context.close());

    test.each(PAGES)(
      '%s passes axe in both colour schemes, fits 320 pixels, and shows where the focus is',
      async (path, heading) => {
        const { page, faults } = visitor;
        await resize(page, 1280);
        await page.goto(path);
        await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        expect(await accessibilityProblems(page)).toEqual([]);
        const { wanted, reached, hidden } = await tabThrough(page);
        expect({ reached, hidden }).toEqual({ reached: wanted, hidden: [] });
        await resize(page, 320);
        const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
        const [scrolled = 0, shown = 0] = await page.evaluate<number[]>(widths);
        expect(scrolled).toBeLessThanOrEqual(shown);
        expect(faults).toEqual([]);
      },
      30_000,
    );
  });

  test('the first load has at most 60 KB of script and style, compressed', async () => {
    const { session } = await app().signedInUser();
    const { page, context } = await visit(browser(), app(), { session });
    const sizes: number[] = [];
    page.on('response', async (response) => {
      if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
      sizes.push(Number(await response.headerValue('content-length')));
    });
    await page.goto('/');
    await page.getByText('No notes yet').waitFor();
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(1);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(MAX_FIRST_LOAD_BYTES);
    await context.close();
  }, 30_000);
}

import { describe, expect, test } from 'bun:test';
import { accessibilityProblems, visit } from './support/browser.ts';
import { PAGES } from './support/pages.ts';
import type { WebSuite } from './support/suite.ts';

const MAX_FIRST_LOAD_BYTES = 60 * 1024;

/** What holds on every page. */
export function pageTests({ app, browser }: WebSuite): void {
  describe.each(['light', 'dark'] as const)('in %s colours', (scheme) => {
    test('axe finds no violations on any page, and no page scrolls sideways at 320 pixels', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context } = await visit(browser(), app(), { session, scheme });
      for (const [path, heading] of PAGES) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(path);
        await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        expect({ path, problems: await accessibilityProblems(page) }).toEqual({ path, problems: [] });
        await page.setViewportSize({ width: 320, height: 800 });
        const sideways = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        expect({ path, sideways }).toEqual({ path, sideways: false });
      }
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
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

  test("two people's browsers never show each other's notes, tags, tokens or endpoints", async () => {
    const [ada, bob] = await Promise.all([app().signedInUser(), app().signedInUser()]);
    const [hers, his] = [
      await visit(browser(), app(), { session: ada.session }),
      await visit(browser(), app(), { session: bob.session }),
    ];
    await hers.page.goto('/settings/tags');
    await hers.page.getByLabel('New tag').fill('secret of Ada');
    await hers.page.getByRole('button', { name: 'Add' }).click();
    await hers.page.getByRole('button', { name: 'Delete the tag secret of Ada' }).waitFor();
    await his.page.goto('/settings/tags');
    await his.page.getByText('No tags yet').waitFor();
    expect(await his.page.getByText('secret of Ada').count()).toBe(0);
    expect([...hers.faults, ...his.faults]).toEqual([]);
    await Promise.all([hers.context.close(), his.context.close()]);
  }, 30_000);
}

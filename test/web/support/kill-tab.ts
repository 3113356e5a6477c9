import type { Page } from 'playwright-core';

/** Ends the page's process like a crash, so that none of its code runs any more. */
export async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => {}); // the ended process does not answer
  await crashed;
}
